import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, expect, it, vi } from 'vitest'
import { bakedIn } from '../scripts/build/baked-in.ts'
import type { Slot } from '../src/features/booking/state/booking-state.ts'
import type { Attempt } from '../src/features/booking/state/idempotency.ts'
import { fatesByChance, mulberry32, openBadLine } from './support/bad-line.ts'
import { PORTAL_TOKEN, startClinic } from './support/clinic.ts'

/*
 * Bookings as the page makes them, over a real connection that is bad, at a real server with its database.
 */

const BOOKINGS = 300
const AT_ONCE = 12
/** Consecutive bookings of the same slot, at which fewer doctors are free; the losers take the next one. */
const RIVALS = 5
const TIMES_PER_GROUP = 2
const MOST_TIMES = 6
const MOST_PRESSES = 5
const SEED = 20_300_304

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const close of closing.splice(0).reverse()) await close()
})

/** A clinic behind a line on which two of three requests are harmed. */
async function clinicBehindBadLine() {
  const clinic = await startClinic()
  closing.push(() => clinic[Symbol.asyncDispose]())
  const server: ServerType = serve({ fetch: clinic.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  const line = await openBadLine({ port, nextFate: fatesByChance(SEED, 2 / 3), delayMs: 10, stallMs: 50 })
  closing.push(line.close)
  return { clinic, line }
}

/** The page's own code, with a server at the other end of the line. */
async function pageAt(url: string) {
  vi.stubGlobal('__ENAMEL__', bakedIn({ PORTAL_TOKEN, VITE_API_BASE_URL: `${url}/api` }))
  const { knowClinic } = await import('../src/clinic.fixture.ts')
  knowClinic()
  const [attempts, form, body, api, trying, errors] = await Promise.all([
    import('../src/features/booking/state/idempotency.ts'),
    import('../src/features/booking/state/booking-form.ts'),
    import('../src/features/booking/state/booking-body.ts'),
    import('../src/api/appointments.ts'),
    import('../src/features/booking/confirmation/retry.ts'),
    import('../src/http/api-error.ts'),
  ])
  const chance = mulberry32(SEED)
  const device = {
    now: () => performance.now(),
    isOnline: () => true,
    chance,
    // The waits themselves are independent of the line.
    wait: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
  const { signal } = new AbortController()

  /** Presses Submit until there is an answer, and takes the next time when one is taken. */
  return async function book(email: string, wanted: readonly Slot[]) {
    let attempt: Attempt | null = null
    for (const slot of wanted) {
      const details = {
        ...form.emptyForm('fct'),
        ...slot,
        firstName: 'Ada',
        lastName: 'Obi',
        email,
        phoneNumber: '0803 123 4567',
        appointmentType: 'consultation' as const,
      }
      const sent = body.bodyToSend({ form: details, patient: null })
      for (let presses = 1; ; presses += 1) {
        if (presses > MOST_PRESSES) throw new Error(`${email} got no answer.`)
        const sending: Attempt = attempts.nextAttempt(attempt, sent)
        const parts = { book: api.bookAppointment, device, signal, onTrouble: () => {} }
        const tried = await trying.retryBooking(sending, parts)
        if (tried.kind === 'booked') return { email, slot, ...tried.booked }
        attempt = trying.attemptAfter(attempt, sending, tried)
        const { error } = tried
        if (error instanceof errors.ApiError && error.code === 'slot_taken') break
        if (!(error instanceof errors.ApiError) || error.isRefusal) throw error
      }
    }
    throw new Error(`${email} found no time.`)
  }
}

it(`${BOOKINGS} bookings over a bad line make ${BOOKINGS} appointments, and each visitor has the reference of theirs`, async () => {
  const { clinic, line } = await clinicBehindBadLine()
  const book = await pageAt(line.url)
  const { body } = await clinic.call('GET', '/api/availability?location=fct&from=2030-03-05&to=2030-04-30')
  const slots = (body.data as { date: string; slots: string[] }[]).flatMap((day) =>
    day.slots.map((time) => ({ date: day.date, time })),
  )

  const wantedBy = (email: string) => {
    const first = Math.floor(Number(/\d+/.exec(email)) / RIVALS) * TIMES_PER_GROUP
    return slots.slice(first, first + MOST_TIMES)
  }

  const answers: Awaited<ReturnType<typeof book>>[] = []
  let next = 0
  const visitors = Array.from({ length: AT_ONCE }, async () => {
    for (let visitor = next++; visitor < BOOKINGS; visitor = next++) {
      const email = `visitor.${visitor}@example.com`
      answers.push(await book(email, wantedBy(email)))
    }
  })
  await Promise.all(visitors)

  const { rows } = await clinic.database.pool.query(
    `SELECT p.email, a.reference, to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD HH24:MI') AS starts
     FROM appointments a JOIN patients p ON p.id = a.patient_id`,
  )
  const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)
  expect(rows.toSorted(byEmail)).toEqual(
    answers
      .map(({ email, reference, slot }) => ({ email, reference, starts: `${slot.date} ${slot.time}` }))
      .toSorted(byEmail),
  )
  expect(rows).toHaveLength(BOOKINGS)
  // Else the line was not bad, or no one was late for a slot.
  expect(Math.min(...Object.values(line.seen))).toBeGreaterThan(BOOKINGS / 20)
  expect(answers.some(({ email, slot }) => slot !== wantedBy(email)[0])).toBe(true)
})
