import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { BookedAnswer } from '../../contract/booking.ts'
import { ask, type RequestContext } from './ask.ts'
import { BOOK_PATH, type Wish } from './ledger.ts'
import type { Chance } from './random.ts'
import type { Slots } from './slots.ts'

const BOOKERS = 6
/** Shares of requests sent twice at once, and of bookings for a slot that someone else has just wanted. */
const TWINS = 0.05
const RACES = 0.3
/** Backoff in milliseconds. */
const AGAIN_MS = [100, 400] as const
/** Deadline at the end for a definite answer, in milliseconds. */
const SETTLED_WITHIN_MS = 90_000

export type LoadOptions = RequestContext & {
  chance: Chance
  slots: Slots
  /** Tokens of registered patients without an email address, who make some of the bookings. */
  patientTokens?: readonly string[]
}

/** Bookers, each making one booking after the other. */
export type Load = {
  /** Bookings a second over all bookers; Infinity: as fast as they are answered. */
  pace(perSecond: number): void
  /** Resends the latest acknowledged bookings, as a page does after losing an answer. */
  repeat(bookings: number): Promise<void>
  /** Starts no new bookings and waits for definite answers to all begun ones. */
  stop(): Promise<void>
}

export function startLoad(options: LoadOptions): Load {
  const { ledger, chance, slots, patientTokens = [] } = options
  let perSecond = 0
  let stopped = false
  let deadline = Number.POSITIVE_INFINITY

  function newWish(): Wish {
    const key = randomUUID()
    const bySms = patientTokens.length > 0 && chance.happens(0.2)
    const slot = chance.happens(RACES) ? slots.lately() : slots.next()
    return { ...slot, key, email: bySms ? '' : `chaos.${key}@example.com` }
  }

  /** Retries with the same key until a definite answer, as the page does. */
  async function book(wish: Wish): Promise<void> {
    while (performance.now() < deadline) {
      const answer = await ask(options, bookingOf(wish, patientTokens[0]))
      if (answer?.status === 201 && v.is(BookedAnswer, answer.json)) {
        return ledger.acknowledge(wish, answer.json.data.reference)
      }
      if (answer?.status === 409 && answer.code === 'slot_taken') return ledger.refuse(wish)
      if (answer && answer.status !== 503) {
        return ledger.problem(`a booking was answered ${answer.status} ${answer.code ?? ''}`)
      }
      await delay(chance.between(...AGAIN_MS))
    }
    ledger.problem('a booking had no definite answer at the end')
  }

  async function booker(): Promise<void> {
    while (!stopped) {
      if (perSecond > 0) {
        const wish = newWish()
        await Promise.all(chance.happens(TWINS) ? [book(wish), book(wish)] : [book(wish)])
      }
      const wait = perSecond > 0 ? (1000 * BOOKERS) / perSecond : 50
      // In small steps, so that a new pace applies at once.
      for (const end = performance.now() + wait * chance.between(0.5, 1.5); performance.now() < end; ) {
        if (stopped || perSecond === Number.POSITIVE_INFINITY) break
        await delay(Math.min(20, wait))
      }
    }
  }
  const bookers = Array.from({ length: BOOKERS }, booker)

  return {
    pace(wanted) {
      perSecond = wanted
    },
    async repeat(bookings) {
      for (const { wish } of [...ledger.acknowledged.values()].slice(-bookings)) await book(wish)
    },
    async stop() {
      stopped = true
      deadline = performance.now() + SETTLED_WITHIN_MS
      await Promise.all(bookers)
    },
  }
}

/** Each a person of their own: one person's appointments may not be moved to one time. */
const phoneOf = (key: string) =>
  `0803 ${(Number.parseInt(key.slice(0, 6), 16) % 10_000_000).toString().padStart(7, '0')}`

function bookingOf({ key, email, location, doctorId, date, time }: Wish, patientToken?: string) {
  return {
    method: 'POST' as const,
    path: BOOK_PATH,
    headers: {
      'idempotency-key': key,
      ...(email === '' && { authorization: `Bearer ${patientToken}` }),
    },
    body: {
      surname: 'Ada',
      other_names: 'Obi',
      email,
      phone_number: email === '' ? '0803 123 4567' : phoneOf(key),
      age: 34,
      gender: 'female',
      nationality: 'nigeria',
      location,
      appointmentType: 'consultation',
      service_id: 'tooth-pain',
      serviceText: 'Tooth Pain',
      doctor_id: doctorId,
      appointment_date: date,
      start_time: time,
      duration: 30,
      duration_type: 'm',
      // One patient replaces many, whose appointments may overlap.
      ...(email === '' && { override: true }),
    },
  }
}
