import { SEARCH_HITS } from '../../contract/lists.ts'
import { anyOrder } from './filter.ts'
import { type Found, fromTheTop, LISTED_COLUMNS, type ListedRow, type Reading } from './pages.ts'
import { STORED_JOINS } from './stored.ts'

/**
 * One page of what a search finds. As a rule that is little: all of it is found, and then put in order. What is found
 * very often is met soon enough on the way through the list itself.
 */
export async function searched(reading: Reading, part: { skip: number; take: number }): Promise<Found> {
  const ids = await hits(reading)
  const total = Math.min(ids.length, SEARCH_HITS)
  const take = Math.min(part.take, total - part.skip)
  if (take <= 0) return { rows: [], total }
  const rows =
    ids.length > SEARCH_HITS
      ? await fromTheTop(reading, { skip: part.skip, take })
      : await stored(reading, ids.slice(part.skip, part.skip + take))
  return { rows, total }
}

/** Ids of what is found in the list's order, or more than a thousand of them in any order. */
async function hits({ pool, wanted, now }: Reading): Promise<string[]> {
  const values = [...wanted.values, now]
  const toCome = `ends_at > $${values.length}::timestamptz`
  const limit = `LIMIT ${SEARCH_HITS + 1}`
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM (${anyOrder(wanted, 'a.id, a.starts_at, a.ends_at', { limit })}) found
     ORDER BY ${toCome} DESC, CASE WHEN ${toCome} THEN starts_at END, CASE WHEN ${toCome} THEN id END,
              starts_at DESC, id DESC`,
    values,
  )
  return rows.map(({ id }) => id)
}

async function stored({ pool }: Reading, ids: readonly string[]): Promise<ListedRow[]> {
  const { rows } = await pool.query<ListedRow>({
    name: 'appointments-by-id',
    text: `SELECT ${LISTED_COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS f (id, place)
           JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY f.place`,
    values: [ids],
  })
  return rows
}
