import { SEARCH_HITS } from '../../../contract/lists.ts'
import { STORED_JOINS } from '../visits/appointment-row.ts'
import { anyOrder } from './filter.ts'
import { type Found, fromTheTop, LISTED_COLUMNS, type ListedRow, type Part, type Reading } from './pages.ts'
import type { Totals } from './totals.ts'

/**
 * One page of search results. A few results are all found and then sorted; very frequent ones are found soon enough by
 * scanning the list in order. A high total is cached for a while: open dashboards ask again with every booking.
 */
export async function searched(
  reading: Reading,
  part: Part,
  totals: Pick<Totals, 'hasMany' | 'noteMany'>,
): Promise<Found> {
  const { wanted, now } = reading
  const hadMany = totals.hasMany(wanted, now)
  const { found, ids } = hadMany ? MANY : await hits(reading, part)
  if (found > SEARCH_HITS && !hadMany) totals.noteMany(wanted, now)
  const total = Math.min(found, SEARCH_HITS)
  const take = Math.min(part.take, total - part.skip)
  if (take <= 0) return { rows: [], total }
  const rows =
    found > SEARCH_HITS ? await fromTheTop(reading, { skip: part.skip, take }) : await stored(reading, ids)
  return { rows, total }
}

const MANY = { found: SEARCH_HITS + 1, ids: [] }

/** How many hits there are, and ids of a page of them in list order; over a thousand are neither counted nor put in order. */
async function hits({ pool, wanted, now }: Reading, { skip, take }: Part) {
  const values = [...wanted.values, now]
  const toCome = `ends_at > $${values.length}::timestamptz`
  const limit = `LIMIT ${SEARCH_HITS + 1}`
  const { rows } = await pool.query<{ found: number; ids: string[] }>(
    `WITH hits AS MATERIALIZED (${anyOrder(wanted, 'a.id, a.starts_at, a.ends_at', { limit })}),
          counted AS MATERIALIZED (SELECT count(*)::int AS found FROM hits)
     SELECT found, ARRAY(
       SELECT id FROM hits WHERE (SELECT found FROM counted) <= ${SEARCH_HITS}
       ORDER BY ${toCome} DESC, CASE WHEN ${toCome} THEN starts_at END, CASE WHEN ${toCome} THEN id END,
                starts_at DESC, id DESC
       LIMIT ${take} OFFSET ${skip}
     ) AS ids FROM counted`,
    values,
  )
  return rows[0] ?? { found: 0, ids: [] }
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
