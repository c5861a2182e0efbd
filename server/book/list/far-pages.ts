import { type Found, fromStretch, type InStretch, type Part, type Reading } from './pages.ts'
import { latestChanges, type Stretches } from './stretches.ts'
import type { Totals } from './totals.ts'

/** Attempts to read a page while others change the book; after that it may be stale. */
const TRIES = 3

/**
 * A page far down the list (deep pagination), found by its place in time: reading up to it would take as long as
 * counting everything. The query itself checks that the place is still right, so that the page includes what others
 * stored before, and no existing row is missing. Null: some of it may be in the future, and not so far down.
 */
export async function farPageOf(
  reading: Reading,
  part: Part,
  totals: Pick<Totals, 'stretches'>,
): Promise<Found | null> {
  const { pool, wanted, now } = reading
  let outdated: Stretches | null = null
  for (let tries = 1; ; tries++) {
    const known: Stretches = await totals.stretches(wanted, now, outdated)
    const { total } = known
    const take = Math.min(part.take, total - part.skip)
    const place = placeIn(known, { ...part, take })
    if (take > 0 && place === null) return null
    const { rows, changes } = place
      ? await fromStretch(reading, place)
      : { rows: [], changes: await latestChanges(pool) }
    if (changes === known.changes || tries === TRIES) return { rows, total }
    outdated = known
  }
}

/** Place of past rows of the list. Null: there are none, or some may be in the future. */
function placeIn({ total, stretches }: Stretches, { skip, take }: Part): InStretch | null {
  // Counted from the list's end, which is the earliest.
  const behind = total - skip - take
  const begin = stretches.findLast(({ before }) => before <= behind)
  const end = stretches.find(({ before }) => before >= behind + take)
  if (take <= 0 || !begin || !end) return null
  return { from: begin.from, to: end.from, skip: behind - begin.before, take }
}
