import type { Pool } from 'pg'
import { BLOCKERS_VERSION } from '../blocked/current.ts'
import { STORED_COLUMNS, STORED_JOINS, type StoredAppointment } from '../visits/appointment-row.ts'
import { anyOrder, idsInOrder, type ListConditions } from './filter.ts'
import { LATEST_CHANGES } from './stretches.ts'

/** The wanted rows, at a moment. */
export type ListReading = { pool: Pick<Pool, 'query'>; wanted: ListConditions; now: Date }

/** A row, and the version of the blockers when it was read: asked for by itself, it would be a query more. */
export type ListedRow = StoredAppointment & { blockersVersion: number }
export const LISTED_COLUMNS = `${STORED_COLUMNS}, ${BLOCKERS_VERSION} AS "blockersVersion"`

/** A page of the list, and how many rows there are on all pages. */
export type ListPage = { rows: ListedRow[]; total: number }

export type Part = { skip: number; take: number }
/** One half of the list: a range of the indexes, and the order in which it is read. */
type Half = { range: string; order: string }

/**
 * The list's two halves at the moment `at`, from the top: future ones, the soonest first, then the past ones, the
 * latest first. An appointment lasts at most four hours (a check of the table): that bounds the part of the index that
 * is read.
 */
function halvesOf(at: string): [Half, Half] {
  const toCome = `a.ends_at > ${at} AND a.starts_at > ${at} - interval '4 hours'`
  const past = `a.ends_at <= ${at} AND a.starts_at < ${at}`
  return [
    { range: toCome, order: 'a.starts_at, a.id' },
    { range: past, order: 'a.starts_at DESC, a.id DESC' },
  ]
}

/**
 * Rows of the list from the top: one query where they are in the first half, two or three where they reach the second.
 */
export async function fromTheTop(
  { pool, wanted, now }: ListReading,
  { skip, take }: Part,
): Promise<ListedRow[]> {
  const values = [...wanted.values, now]
  const [toCome, past] = halvesOf(`$${values.length}::timestamptz`)
  const rows = await read(pool, wanted, values, toCome, { skip, take })
  if (rows.length === take) return rows
  const passed = rows.length > 0 || skip === 0 ? skip : await countIn(pool, wanted, values, toCome)
  const rest = { skip: skip - passed, take: take - rows.length }
  return [...rows, ...(await read(pool, wanted, values, past, rest))]
}

/**
 * Place of past rows in a stretch of time: the earliest of them is the one after `skip` of what begins at `from` or
 * later.
 */
export type InStretch = Part & { from: Date; to: Date }

/** Rows of the past from a stretch of time, in the list's order, and the latest changes at that time. */
export async function fromStretch(
  { pool, wanted }: Pick<ListReading, 'pool' | 'wanted'>,
  { from, to, skip, take }: InStretch,
): Promise<{ rows: ListedRow[]; changes: number | undefined }> {
  const values = [...wanted.values, from, to, skip, take]
  const [$from, $to, $skip, $take] = values.slice(-4).map((_, at) => `$${wanted.values.length + at + 1}`)
  const text = pageOf(wanted, {
    columns: `${LISTED_COLUMNS}, ${LATEST_CHANGES} AS changes`,
    range: `a.starts_at >= ${$from} AND a.starts_at < ${$to}`,
    order: 'a.starts_at, a.id',
    skip: `${$skip}::int`,
    take: `${$take}::int`,
  })
  const { rows } = await pool.query<ListedRow & { changes: number }>({ name: nameOf(text), text, values })
  return { rows: rows.toReversed(), changes: rows[0]?.changes }
}

/** Rows in the order of their times, those that are past too. */
export async function byTime({ pool, wanted }: Omit<ListReading, 'now'>, take: number): Promise<ListedRow[]> {
  return read(pool, wanted, wanted.values, { range: 'true', order: 'a.starts_at, a.id' }, { skip: 0, take })
}

async function read(
  pool: ListReading['pool'],
  wanted: ListConditions,
  values: unknown[],
  { range, order }: Half,
  { skip, take }: Part,
): Promise<ListedRow[]> {
  const text = pageOf(wanted, { columns: LISTED_COLUMNS, range, order, skip: `${skip}`, take: `${take}` })
  // First pages are queried all the time and planned once; a search is planned for its text.
  const name = skip === 0 && wanted.meanings === null ? nameOf(text) : undefined
  const { rows } = await pool.query<ListedRow>({ name, text, values })
  return rows
}

/** A statement for some rows in order; `skip` and `take` are SQL. */
function pageOf(
  wanted: ListConditions,
  { columns, range, order, skip, take }: Half & { columns: string; skip: string; take: string },
): string {
  // Ids first, which the indexes have: only rows of the page are read and joined. As an array, whose length the
  // database does not try to guess: it would plan again each time for the few open ones.
  const ids = idsInOrder(wanted, { further: range, order, skip, take })
  return `SELECT ${columns} FROM unnest(ARRAY(${ids})) WITH ORDINALITY AS f (id, place)
    JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY f.place`
}

async function countIn(
  pool: ListReading['pool'],
  wanted: ListConditions,
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
