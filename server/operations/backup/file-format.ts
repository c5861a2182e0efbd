import { createHash, type Hash } from 'node:crypto'
import * as v from 'valibot'

/*
 * A backup is one gzipped text: a JSON head line, then for each table a COPY line, its rows in COPY format
 * and a line '\.', and last a JSON line with counts and digests. `zcat` shows it, and psql understands the
 * part of one table.
 */

export const FORMAT = 1
export const HEAD = '-- enamel-backup '
export const FOOT = '-- enamel-backup-end '
/** Ends a table. No row can equal it, since COPY doubles backslashes. */
export const END_OF_ROWS = '\\.\n'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Name = v.pipe(v.string(), v.regex(/^[a-z_]+\.[a-z_][a-z0-9_]*$/))

const HeadAny = v.object({ format: Count })
const Head = v.object({
  format: v.literal(FORMAT),
  /** Version of Enamel; restricted since it is printed on a terminal. */
  enamel: v.pipe(v.string(), v.regex(/^[\w.+-]{1,40}$/)),
  /** Migration level; see server/platform/db/migrations.ts. */
  level: v.object({ at: Count, name: v.nullable(v.string()) }),
  postgresql: v.string(),
  /** Snapshot time, ISO 8601 in UTC. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  tables: v.array(v.object({ name: Name, columns: v.array(v.string()) })),
})
export type Head = v.InferOutput<typeof Head>

const Foot = v.object({
  tables: v.array(v.object({ name: Name, rows: Count, sha256: v.string() })),
  /** Hash of everything before this line, unpacked. */
  sha256: v.string(),
})
export type Foot = v.InferOutput<typeof Foot>
export type TableSum = Foot['tables'][number]

/** @returns undefined when this is no head; a number for another format */
export function parseHead(line: string): Head | number | undefined {
  const value = jsonAfter(HEAD, line)
  if (v.is(Head, value)) return value
  return v.is(HeadAny, value) && value.format !== FORMAT ? value.format : undefined
}

export function parseFoot(line: string): Foot | undefined {
  const value = jsonAfter(FOOT, line)
  return v.is(Foot, value) ? value : undefined
}

export const copyLine = ({ name, columns }: Head['tables'][number]) =>
  `COPY ${name} (${columns.map((column) => `"${column}"`).join(', ')}) FROM stdin;\n`

function jsonAfter(start: string, line: string): unknown {
  if (!line.startsWith(start)) return undefined
  try {
    return JSON.parse(line.slice(start.length))
  } catch {
    return undefined
  }
}

/** Counts and hashes a table's rows as a stream. */
export function tableSum(name: string): { add(chunk: Buffer): void; sum(): TableSum } {
  const hash: Hash = createHash('sha256')
  let rows = 0
  return {
    add(chunk) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1
    },
    sum: () => ({ name, rows, sha256: hash.digest('hex') }),
  }
}
