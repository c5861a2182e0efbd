import type { Pool, PoolClient } from 'pg'
import type { LiveEvent } from '../../../contract/events.ts'
import { TELL_AFTER_MS } from '../../messages/jobs/change-notice-job.ts'
import { notify } from '../../platform/events/channel.ts'
import { transactionOn } from '../../platform/imports/import-alone.ts'
import { DEADLOCK } from '../booking/book.ts'
import { REFERENCE_TAKEN } from '../booking/booking-function.ts'
import { type BookReport, entryOf } from './book-report.ts'
import {
  type Candidate,
  changeVisits,
  freeTimes,
  insertVisits,
  type KnownVisit,
  type Storing,
  takenBy,
} from './repository.ts'

const TRIES = 3

/** Outcome of candidates that were not stored. */
export type PlacingResult = {
  /** Candidates whose time is taken, with the reference of the other appointment. */
  taken: { candidate: Candidate; by: string }[]
  /** Candidates that were changed here meanwhile. */
  overtaken: Candidate[]
}
/** A way to give candidates their times. */
export type Placing = {
  /** Stores candidates whose time is free. `again`: the whole file has been read. */
  place(
    candidates: readonly Candidate[],
    at: { report(): BookReport; again: boolean },
  ): Promise<PlacingResult>
  /** Stores candidates that exchange their times, all of them or none. */
  exchange(candidates: readonly KnownCandidate[], at: { report(): BookReport }): Promise<PlacingResult>
  /** Appointments that are elsewhere by now, though they have not been stored. */
  moved: ReadonlySet<string>
}
/** An appointment that an import has stored before. */
export type KnownCandidate = Candidate & { known: KnownVisit }

/** Stores nothing, and says what storing would. */
export function dryPlacing(pool: Pool): Placing {
  const moved = new Set<string>()
  const move = (candidates: readonly Candidate[]) => {
    for (const { known } of candidates) if (known) moved.add(known.id)
  }
  return {
    moved,
    async place(candidates, { again }) {
      const { free, taken } = split(candidates, await takenBy(pool, candidates, again ? [...moved] : []))
      move(free)
      return { taken, overtaken: [] }
    },
    async exchange(candidates) {
      move(candidates)
      return { taken: [], overtaken: [] }
    },
  }
}

/** Stores in transactions of its own, each with its entry in the trail; a conflict with another program is retried. */
export function storedPlacing(
  client: PoolClient,
  importId: string,
  { now, sendMails }: { now: Date; sendMails: boolean },
): Placing {
  const tellAt = sendMails ? new Date(now.getTime() + TELL_AFTER_MS) : null
  const storing: Storing = { importId, now, tellAt }
  async function tried(
    candidates: readonly Candidate[],
    { report }: { report(): BookReport },
    store: () => Promise<PlacingResult>,
  ): Promise<PlacingResult> {
    for (let attempt = 1; ; attempt++) {
      let placed: PlacingResult = { taken: [], overtaken: [] }
      try {
        await transactionOn(client, async () => {
          placed = await store()
          const stored = candidates.length - placed.taken.length - placed.overtaken.length
          if (stored > 0) await entryOf(client, importId, report(), { complete: false, stored, sendMails })
        })
        return placed
      } catch (error) {
        const { code, constraint } = error as { code?: string; constraint?: string }
        const isRace = code === DEADLOCK || code === EXCLUDED || constraint === REFERENCE_TAKEN
        if (!isRace || attempt === TRIES) throw error
      }
    }
  }
  return {
    moved: new Set(),
    place: (candidates, at) => tried(candidates, at, () => storeFree(client, candidates, storing)),
    async exchange(candidates, at) {
      try {
        return await tried(candidates, at, () => storeExchanged(client, candidates, storing))
      } catch (error) {
        if (error instanceof NotExchanged) return error.placed
        throw error
      }
    },
  }
}

/** A change came between appointments that were to change places: all of them stay. */
class NotExchanged extends Error {
  readonly placed: PlacingResult

  constructor(placed: PlacingResult) {
    super('visits do not change places')
    this.placed = placed
  }
}

async function storeExchanged(
  client: PoolClient,
  candidates: readonly KnownCandidate[],
  storing: Storing,
): Promise<PlacingResult> {
  const freed = await freeTimes(
    client,
    candidates.map(({ known }) => known.id),
  )
  const overtaken = candidates.filter(({ known }) => !freed.has(known.id))
  const waiting = (each: readonly Candidate[]) => each.map((candidate) => ({ candidate, by: '' }))
  const free = candidates.filter(({ known }) => freed.has(known.id))
  if (overtaken.length > 0) throw new NotExchanged({ taken: waiting(free), overtaken })
  const { taken } = await storeFree(client, candidates, storing)
  if (taken.length > 0) throw new NotExchanged({ taken: waiting(candidates), overtaken: [] })
  return { taken: [], overtaken: [] }
}

/** PostgreSQL's code where an exclusion constraint refuses a row. */
const EXCLUDED = '23P01'

async function storeFree(
  client: PoolClient,
  candidates: readonly Candidate[],
  storing: Storing,
): Promise<PlacingResult> {
  const { free, taken } = split(candidates, await takenBy(client, candidates, []))
  const [fresh, others] = [
    free.filter(({ known }) => known === null),
    free.filter(({ known }) => known !== null),
  ]
  // Changed ones first: they may leave times to others.
  const changed = others.length > 0 ? await changeVisits(client, others, storing) : new Set<string>()
  const overtaken = others.filter(({ known }) => known && !changed.has(known.id))
  const stored = fresh.length > 0 ? await insertVisits(client, fresh, storing) : new Map<string, string>()
  await notify(
    client,
    ...eventsOf(
      free.filter((each) => !overtaken.includes(each)),
      stored,
    ),
  )
  const late = fresh.filter(({ visit }) => !stored.has(visit.key))
  return { taken: [...taken, ...late.map((candidate) => ({ candidate, by: '' }))], overtaken }
}

/** One event for each column of the book: watchers reload it as a whole. */
function eventsOf(candidates: readonly Candidate[], stored: ReadonlyMap<string, string>): LiveEvent[] {
  const events = new Map<string, LiveEvent>()
  for (const { visit, known } of candidates) {
    const id = known?.id ?? stored.get(visit.key)
    if (id === undefined) continue
    const left = known?.doctorId ?? visit.doctor.id
    for (const location of new Set([visit.location.code, known?.location ?? visit.location.code])) {
      const change = known ? 'changed' : 'booked'
      const event = { type: 'appointment', change, id, location, version: 1, left } as const
      events.set(`${location} ${visit.doctor.id} ${left}`, event)
    }
  }
  return [...events.values()]
}

function split(candidates: readonly Candidate[], by: ReadonlyMap<number, string>) {
  const taken = candidates.flatMap((candidate, place) => {
    const reference = by.get(place)
    return reference === undefined ? [] : [{ candidate, by: reference }]
  })
  return { free: candidates.filter((_, place) => !by.has(place)), taken }
}

export const isKnown = (candidate: Candidate): candidate is KnownCandidate => candidate.known !== null
