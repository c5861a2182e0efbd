import { appendFileSync, renameSync, statSync } from 'node:fs'

export type ServerLog = {
  write(text: string): void
  /** The latest output since `clear`, for the message when the server doesn't start. */
  tail(): string
  clear(): void
}

const KEPT_CHARACTERS = 2000

/**
 * A log file limited to twice `maxBytes`: when full it replaces `<file>.1`. PostgreSQL's own collector has no
 * limit.
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
        // A full disk must not stop the portal because of a log; PostgreSQL reports it where it matters.
      }
    },
    tail: () => tail.trim(),
    clear() {
      tail = ''
    },
  }
}
