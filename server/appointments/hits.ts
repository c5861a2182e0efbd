import { SEARCH_HITS } from '../../contract/lists.ts'
import { anyOrder } from './filter.ts'
import { type Found, fromTheTop, LISTED_COLUMNS, type ListedRow, type Reading } from './pages.ts'
import { STORED_JOINS } from './stored.ts'

/**
 * One page of search hits. Few hits are all found and then sorted; very frequent ones are found soon enough
 * by scanning the list in order.
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

/** Ids of the hits in list order, or over a thousand of them unordered. */
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
