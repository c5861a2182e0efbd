import type { Pool } from 'pg'
import { BLOCKERS_VERSION } from '../blockers/current.ts'
import { anyOrder, idsInOrder, type Wanted } from './filter.ts'
import { STORED_COLUMNS, STORED_JOINS, type StoredAppointment } from './stored.ts'

/** What is wanted, at which moment. */
export type Reading = { pool: Pick<Pool, 'query'>; wanted: Wanted; now: Date }

/** A row, and the version of the blockers when it was read: asked for by itself, it would be a query more. */
export type ListedRow = StoredAppointment & { blockersVersion: number }
export const LISTED_COLUMNS = `${STORED_COLUMNS}, ${BLOCKERS_VERSION} AS "blockersVersion"`

/** A page of the list, and how many rows there are on all pages. */
export type Found = { rows: ListedRow[]; total: number }

type Part = { skip: number; take: number }
/** One half of the list: a range of the indexes, and the order in which it is read. */
type Half = { range: string; order: string }

/**
 * The list's two halves at the moment `at`, from the top: those to come, the soonest first, then the past ones, the
 * latest first. An appointment lasts at most four hours (a check of the table): that bounds where the index is read.
 */
function halvesOf(at: string): [Half, Half] {
  const toCome = `a.ends_at > ${at} AND a.starts_at > ${at} - interval '4 hours'`
  const past = `a.ends_at <= ${at} AND a.starts_at < ${at}`
  return [
    { range: toCome, order: 'a.starts_at, a.id' },
    { range: past, order: 'a.starts_at DESC, a.id DESC' },
  ]
}

/** Rows of the list from the top. */
export function fromTheTop(reading: Reading, part: Part): Promise<ListedRow[]> {
  return across(reading, halvesOf, part)
}

/** Rows of the list from its end, in the list's order all the same: the last pages cost what the first ones do. */
export async function fromTheEnd(reading: Reading, part: Part): Promise<ListedRow[]> {
  const upwards = (at: string): [Half, Half] => {
    const [toCome, past] = halvesOf(at)
    return [
      { ...past, order: toCome.order },
      { ...toCome, order: past.order },
    ]
  }
  return (await across(reading, upwards, part)).toReversed()
}

/** Rows in the order of their times, those that are past too. */
export async function byTime({ pool, wanted }: Omit<Reading, 'now'>, take: number): Promise<ListedRow[]> {
  return read(pool, wanted, wanted.values, { range: 'true', order: 'a.starts_at, a.id' }, { skip: 0, take })
}

/** One query where a page lies in the first half, two where it reaches the second. */
async function across(
  { pool, wanted, now }: Reading,
  halvesAt: (at: string) => [Half, Half],
  { skip, take }: Part,
): Promise<ListedRow[]> {
  const values = [...wanted.values, now]
  const [first, second] = halvesAt(`$${values.length}::timestamptz`)
  const rows = await read(pool, wanted, values, first, { skip, take })
  if (rows.length === take) return rows
  const passed = rows.length > 0 || skip === 0 ? skip : await countIn(pool, wanted, values, first)
  const rest = { skip: skip - passed, take: take - rows.length }
  return [...rows, ...(await read(pool, wanted, values, second, rest))]
}

async function read(
  pool: Reading['pool'],
  wanted: Wanted,
  values: unknown[],
  { range, order }: Half,
  { skip, take }: Part,
): Promise<ListedRow[]> {
  // Ids first, which the indexes know: only rows of the page are read and joined. As an array, whose length the
  // database does not try to guess: it would plan anew each time for the few open ones.
  const ids = idsInOrder(wanted, { further: range, order, skip, take })
  const text = `SELECT ${LISTED_COLUMNS} FROM unnest(ARRAY(${ids})) WITH ORDINALITY AS f (id, place)
    JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY f.place`
  // First pages are asked for all the time and planned once; a search is planned for what it looks for.
  const name = skip === 0 && wanted.meanings === null ? nameOf(text) : undefined
  const { rows } = await pool.query<ListedRow>({ name, text, values })
  return rows
}

async function countIn(
  pool: Reading['pool'],
  wanted: Wanted,
  values: unknown[],
  { range }: Half,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${anyOrder(wanted, 'a.id', { further: range })}) a`,
    values,
  )
  return rows[0]?.count ?? 0
}

const NAMES_KEPT = 200
const names = new Map<string, string>()

/** A name for a prepared statement, the same for the same text; none when there are too many. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < NAMES_KEPT) names.set(text, `appointments-list-${names.size}`)
  return names.get(text)
}
