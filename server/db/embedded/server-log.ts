import { appendFileSync, renameSync, statSync } from 'node:fs'

/** What a PostgreSQL server writes while it runs. */
export type ServerLog = {
  write(text: string): void
  /** The last of what was written since `clear`, for the message when the server doesn't start. */
  tail(): string
  clear(): void
}

const KEPT_CHARACTERS = 2000

/**
 * A log file that never takes more than twice `maxBytes` of disk: when full it becomes `<file>.1`, in place of the
 * one before. Written in this process and not by PostgreSQL's own collector, which has no limit to keep to.
 */
export function openServerLog(file: string, maxBytes = 1_000_000): ServerLog {
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let tail = ''

  const store = (text: string) => {
    const bytes = Buffer.byteLength(text)
    if (size > 0 && size + bytes > maxBytes) {
      renameSync(file, `${file}.1`)
      size = 0
    }
    appendFileSync(file, text, { mode: 0o600 })
    size += bytes
  }

  return {
    write(text) {
      tail = (tail + text).slice(-KEPT_CHARACTERS)
      try {
        store(text)
      } catch {
        // A full disk must not end the portal because of a log; PostgreSQL itself reports it where it matters.
      }
    },
    tail: () => tail.trim(),
    clear() {
      tail = ''
    },
  }
}
