import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { placeOf, reasonOf } from '../jobs/failure.ts'
import { throttled } from '../jobs/throttled.ts'

/** Where the mirror goes: a file, or a stream of this process. */
export type MirrorTarget = { file: string } | { stream: 'stdout' | 'stderr' }

export type Mirror = {
  /** Writes what is new by now, and ends. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
const PORTION = 1_000
/**
 * How long a number that no entry has is looked for again: entries get their numbers before they are committed, so one
 * may appear after its successors. Numbers of entries that were taken back never appear.
 */
const LATE_MS = 600_000

type Row = { id: string; line: string }

/**
 * Mirrors the audit trail as JSON lines: every entry of the database, whichever process or command added it, within
 * about a second. Into a file it goes on where it stopped (`<file>.position` has the last number), and begins with the
 * first entry there is; into a stream it begins with what comes. Each entry is there once, twice after a crash between
 * the two files; `id` tells.
 * @param parts.now for tests
 */
export async function mirrorTrail(
  {
    pool,
    log,
    now = Date.now,
  }: { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'error'>; now?: () => number },
  target: MirrorTarget,
): Promise<Mirror> {
  const out = 'file' in target ? fileOf(target.file) : streamOf(target.stream)
  let last = await out.position().then((known) => known ?? newest(pool))
  const missing = new Map<number, number>()
  const report = throttled()

  let stopped = false

  async function portion(): Promise<boolean> {
    for (const [id, since] of missing) if (now() - since > LATE_MS) missing.delete(id)
    const { rows } = await pool.query<Row>(ENTRIES, [last, [...missing.keys()]])
    if (rows.length === 0) return false
    const upTo = Math.max(last, ...rows.map(({ id }) => Number(id)))
    await out.write(rows.map(({ line }) => `${line}\n`).join(''), upTo)
    const found = new Set(rows.map(({ id }) => Number(id)))
    for (const id of found) missing.delete(id)
    for (let id = last + 1; id < upTo && missing.size < PORTION; id += 1) {
      if (!found.has(id)) missing.set(id, now())
    }
    last = upTo
    return rows.length === PORTION
  }

  async function mirror(): Promise<void> {
    try {
      while ((await portion()) && !stopped);
    } catch (error) {
      const facts = { reason: reasonOf(error), at: placeOf(error) }
      report(facts.reason, () => log.error(facts, 'AUDIT_LOG could not be written, and is tried again'))
    }
  }

  let under = mirror()
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      under = mirror().then(next)
    }, POLL_MS)
  }
  void under.then(next)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await under
      await mirror()
    },
  }
}

/** Numbers stand in the line as the page of the audit has them; `once` is left out, being plumbing. */
const ENTRIES = `
  SELECT id, json_build_object('id', id, 'at', at, 'staff', staff_id, 'action', action,
           'subject', json_build_object('kind', subject_kind, 'id', subject_id), 'details', details)::text AS line
  FROM audit_log WHERE id > $1 OR id = ANY($2::bigint[]) ORDER BY id LIMIT ${PORTION}`

async function newest(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_log')
  return Number(rows[0]?.id)
}

type Out = {
  /** Undefined: begin with what comes. */
  position(): Promise<number | undefined>
  write(lines: string, upTo: number): Promise<void>
}

function fileOf(file: string): Out {
  const position = `${path.resolve(file)}.position`
  return {
    async position() {
      const text = await readFile(position, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '0'
        throw error
      })
      return Number.parseInt(text, 10) || 0
    },
    async write(lines, upTo) {
      // Opened each time, so that a file that was moved away is made anew.
      await appendFile(file, lines, { mode: 0o600, flush: true })
      await writeFile(`${position}.new`, `${upTo}\n`, { mode: 0o600 })
      await rename(`${position}.new`, position)
    },
  }
}

function streamOf(name: 'stdout' | 'stderr'): Out {
  return {
    position: async () => undefined,
    write: (lines) =>
      new Promise((resolve, reject) =>
        process[name].write(lines, (error) => (error ? reject(error) : resolve())),
      ),
  }
}
