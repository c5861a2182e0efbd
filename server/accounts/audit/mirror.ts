import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { MirrorTarget } from '../../platform/config/config.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { throttled } from '../../platform/process/throttled.ts'

export type Mirror = {
  /** Writes the remaining entries, and ends. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
const PORTION = 1_000
/** Shortest time for which a gap stays open: a transaction takes a number just before it gets its own. */
const GAP_MS = 60_000
/** Gaps that are watched. Where there are more, the oldest are closed. */
const GAPS = 10_000

/**
 * Numbers that no entry has yet: entries get their numbers before they are committed, so one may appear after its
 * successors. Numbers of entries that were rolled back never appear, so a gap is closed when each transaction that ran
 * while it was found has ended. `before`: the next transaction's number at that time.
 */
type Gaps = Map<number, { since: number; before: number }>
/** Position of a mirror: the highest number written, and the gaps below it. */
type Position = { last: number; gaps: Gaps }
type Row = { id: string | null; line: string; oldest: string; next: string }

/**
 * Mirrors the audit trail as JSON lines: every entry of the database, whichever process or command added it, within
 * about a second. A file continues where it stopped (`<file>.position` has the last number and the open gaps), and
 * begins with the first existing entry; a stream begins with the entries committed from then on. Each entry is there
 * once, twice after a crash between the two files; `id` shows that.
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
  const { last: start, gaps } = (await out.position()) ?? (await newest(pool, now()))
  let last = start
  const report = throttled()

  let stopped = false

  async function portion(): Promise<boolean> {
    const { rows } = await pool.query<Row>(ENTRIES, [last, [...gaps.keys()]])
    const [{ oldest, next }] = rows as [Row]
    const entries = rows.filter(({ id }) => id !== null)
    const found = new Set(entries.map(({ id }) => Number(id)))
    const upTo = Math.max(last, ...found)
    const open: Gaps = new Map()
    for (const [id, gap] of gaps) {
      const isOver = Number(oldest) >= gap.before && now() - gap.since > GAP_MS
      if (!found.has(id) && !isOver) open.set(id, gap)
    }
    for (let id = Math.max(last + 1, upTo - GAPS); id < upTo; id += 1) {
      if (!found.has(id)) open.set(id, { since: now(), before: Number(next) })
    }
    for (const id of open.keys()) {
      if (open.size <= GAPS) break
      open.delete(id)
    }
    if (entries.length > 0) {
      await out.write(entries.map(({ line }) => `${line}\n`).join(''), { last: upTo, gaps: open })
    }
    gaps.clear()
    for (const [id, gap] of open) gaps.set(id, gap)
    last = upTo
    return entries.length === PORTION
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

/**
 * Numbers appear in the line as on the audit page; `once` is left out, being plumbing. At least one row: the oldest
 * running transaction, and the number of the next one.
 */
const ENTRIES = `
  SELECT id, line, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest, pg_snapshot_xmax(pg_current_snapshot())::text AS next
  FROM (SELECT) AS one LEFT JOIN (
    SELECT id, json_build_object('id', id, 'at', at, 'staff', staff_id, 'action', action,
             'subject', json_build_object('kind', subject_kind, 'id', subject_id), 'details', details)::text AS line
    FROM audit_log WHERE id > $1 OR id = ANY($2::bigint[]) ORDER BY id LIMIT ${PORTION}) AS entries ON true
  ORDER BY id`

/** The end of the trail, with the gaps among its last numbers, which are of transactions that still run. */
async function newest(pool: Pick<Pool, 'query'>, now: number): Promise<Position> {
  const { rows } = await pool.query<{ last: string; next: string; missing: string[] }>(NEWEST)
  const [{ last, next, missing }] = rows as [(typeof rows)[number]]
  const gap = { since: now, before: Number(next) }
  return { last: Number(last), gaps: new Map(missing.map((id) => [Number(id), gap])) }
}

const NEWEST = `
  SELECT last, pg_snapshot_xmax(pg_current_snapshot())::text AS next,
    ARRAY(SELECT id FROM generate_series(greatest(1, last - ${PORTION}), last) AS id
          WHERE NOT EXISTS (SELECT FROM audit_log WHERE audit_log.id = id.id)) AS missing
  FROM (SELECT coalesce(max(id), 0) AS last FROM audit_log) AS newest`

type Out = {
  /** Undefined: begin with what comes. */
  position(): Promise<Position | undefined>
  write(lines: string, upTo: Position): Promise<void>
}

function fileOf(file: string): Out {
  const position = `${path.resolve(file)}.position`
  return {
    async position() {
      const text = await readFile(position, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '0'
        throw error
      })
      return positionIn(text)
    },
    async write(lines, upTo) {
      // Opened each time, so that a file that was moved away is created again.
      await appendFile(file, lines, { mode: 0o600, flush: true })
      await writeFile(`${position}.new`, textOf(upTo), { mode: 0o600 })
      await rename(`${position}.new`, position)
    },
  }
}

/** The last number, then a line for each gap. */
const textOf = ({ last, gaps }: Position) =>
  [last, ...[...gaps].map(([id, { since, before }]) => `${id} ${since} ${before}`)].join('\n').concat('\n')

function positionIn(text: string): Position {
  const [first = '', ...lines] = text.split('\n')
  const gaps: Gaps = new Map()
  for (const line of lines) {
    const [id = 0, since = 0, before = 0] = line.split(' ').map(Number)
    if (id > 0) gaps.set(id, { since, before })
  }
  return { last: Number.parseInt(first, 10) || 0, gaps }
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
