import { randomUUID } from 'node:crypto'
import { type Context, type Env, Hono, type MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import {
  BookAppointment,
  type BookAppointmentWire,
  type Booked,
  BookedAnswer,
  BookForPatient,
  BrowserId,
  IdempotencyKey,
} from '../../../contract/booking.ts'
import { ProofHeader } from '../../../contract/proof.ts'
import { reaches, reachWithin } from '../../../domain/rights.ts'
import { bookingFlood } from '../../accounts/abuse/booking-flood.ts'
import { callerMarks } from '../../accounts/abuse/caller-mark.ts'
import type { Session } from '../../accounts/auth/sessions.ts'
import { answers } from '../../platform/http/answer.ts'
import { type Caller, callerOf } from '../../platform/http/caller.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { firstAnswer, KEY_REUSED } from '../../platform/http/first-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { callOf } from '../../platform/proofs/proofs.ts'
import type { ListContext } from '../list/context.ts'
import { type RequestedBooking, verifiedRecord } from '../visits/person.ts'
import { type BookingOutcome, book } from './book.ts'
import { hashOf, newBooking } from './new-booking.ts'

const BookingHeaders = v.object({
  'idempotency-key': v.optional(IdempotencyKey),
  'enamel-proof': ProofHeader,
  'enamel-browser': BrowserId,
})

const fromVisitor = parsed('json', BookAppointment)
const fromPatient = parsed('json', BookForPatient)
type BookingRequest = BookAppointment | BookForPatient
type EitherBody = { in: { json: BookAppointmentWire }; out: { json: BookingRequest } }
const eitherBody: MiddlewareHandler<Env, string, EitherBody> = (c: Context, next) =>
  patientOf(c.var.session) === null ? fromVisitor(c, next) : fromPatient(c, next)
/** The body as who sends it may write it. The API's document has the visitor's, which a patient may send as well. */
const bookingBody: typeof eitherBody = Object.assign(eitherBody, fromVisitor)

/** The id of the patient whose token it is; null for the portal, and for staff, who book for a visitor. */
function patientOf(session: Session | undefined): string | null {
  return session?.kind === 'patient' ? session.patientId : null
}

const REFUSALS = {
  slot_taken: 'This time has just been taken. Please choose another.',
  same_person_same_time: 'You already have another appointment at this time. Please choose another time.',
  key_reused: KEY_REUSED,
} as const
const SEVERAL =
  'There are already several upcoming appointments for this email or phone number. Please call the clinic.'
const TOO_MANY = {
  visitor:
    "You've already booked several appointments for this email or phone number. Please call the clinic.",
  staff: SEVERAL,
  patient: 'You already have several upcoming appointments. Please call the clinic.',
} as const
const DAY_SECONDS = 86_400
/** One every 12 seconds: more than anybody types, and far less than a stolen session could do. */
export const DESK_TRIES = {
  name: 'desk-booking-tries',
  uses: 300,
  perSeconds: 3_600,
  message: "You've booked a lot of appointments. Please continue in {minutes} minutes.",
}

/** Circumstances of a booking, beside its body. */
type Sending = { caller: Caller; browser: string | undefined; proof: string | undefined; call: string }

export function bookingRoutes(context: ListContext) {
  const { pool, bookingPool, allow, proofs, trustedProxies } = context
  const bookRequest = createBookRequest(context)

  return new Hono().post(
    '/appointments/book',
    describeRoute({
      summary: 'Book an appointment',
      description:
        'Days and times are clinic time. The same Idempotency-Key with the same body returns the first answer for ' +
        '24 hours and books once; with another body it is refused. With the token of a verified patient it is booked ' +
        'for that patient: of what the body says about a person only an email address or a phone number is read, ' +
        'where the record has none. With a session of staff the appointment names them (`bookedBy`). `language` is what the patient is written to in, English when it is left out; for ' +
        'one that the clinic does not offer, the first that it does.',
      tags: ['Booking'],
      responses: answers(201, BookedAnswer, [400, 401, 409, 413, 428, 429, 503]),
    }),
    allow.public,
    parsed('header', BookingHeaders),
    bookingBody,
    async (c) => {
      const asked = await requestedBooking(pool, c.var.session, c.req.valid('json'))
      const headers = c.req.valid('header')
      const key = headers['idempotency-key'] ?? randomUUID()
      const sending = {
        session: c.var.session,
        call: callOf('POST /appointments/book', [headers['idempotency-key'] ?? '', hashOf(asked)]),
        caller: callerOf(c, trustedProxies),
        browser: headers['enamel-browser'],
        proof: headers['enamel-proof'],
      }
      const outcome = await bookRequest(asked, key, sending).catch(async (refusal) => {
        // The slot has passed meanwhile, or the attempts are used up: the first answer still applies.
        const first =
          refusal instanceof HttpFailure && (await firstAnswer<Booked>(bookingPool, key, hashOf(asked)))
        if (first) return first
        throw refusal
      })
      switch (outcome.kind) {
        case 'repeated':
        case 'booked':
          c.set('booking', outcome.kind)
          return c.json({ success: true as const, message: 'Success!', data: outcome.answer }, 201)
        case 'proof_required':
          throw await proofs.demand(sending.call, 0)
        case 'too_many_appointments':
          throw new HttpFailure('too_many_requests', TOO_MANY[asked.by], { retryAfter: DAY_SECONDS })
        default:
          throw new HttpFailure(outcome.kind, REFUSALS[outcome.kind])
      }
    },
  )
}

async function requestedBooking(
  pool: ListContext['pool'],
  session: Session | undefined,
  request: BookingRequest,
): Promise<RequestedBooking> {
  if (!('typed' in request)) {
    return session?.kind === 'staff'
      ? { by: 'staff', request, staffId: session.staff.id }
      : { by: 'visitor', request }
  }
  const patientId = patientOf(session)
  const record = patientId === null ? null : await verifiedRecord(pool, patientId)
  if (!record) throw new HttpFailure('unauthorized', 'Please sign in again.')
  return { by: 'patient', request, record }
}

/** Books a request under the limits of who sends it. */
function createBookRequest(context: ListContext) {
  const { pool, bookingPool, blockers, totals, events, clinic, now, limits, proofs, floodNotice } = context
  const flood = bookingFlood({ pool, perCaller: clinic.booking.triesPerCallerPerHour, limits })
  const markOf = callerMarks(pool)
  const deskTries = createLimit({ pool, ...DESK_TRIES, enabled: limits })
  const perContact = limits ? clinic.booking.openAppointmentsPerContact : null

  /**
   * The staff member who books at the desk of a location: without visitors' limits, and a mistake never counts as a
   * visitor's. Other staff are strangers here.
   */
  function atDesk(session: Session | undefined, location: string): string | null {
    const staff = session?.kind === 'staff' ? session.staff : null
    const reach = staff && reachWithin(staff, 'book.write', session?.withinLocations ?? null)
    return staff && reach && reaches(reach, location) ? staff.id : null
  }

  /**
   * Counts a stranger's try.
   * @returns whether it brings a proof
   * @throws HttpFailure 428 when one is due that it does not bring, 429 far past the threshold
   */
  async function countTry({ caller, proof, call }: Sending): Promise<boolean> {
    const { level, isTold } = await flood.count(caller)
    if (isTold) floodNotice()
    const isProven = proof !== undefined && (await proofs.accept(proof, call, level ?? 0))
    if (level === null || isProven) return isProven
    await flood.giveBack(caller)
    throw await proofs.demand(call, level)
  }

  return async function bookRequest(
    asked: RequestedBooking,
    key: string,
    { session, ...sent }: Sending & { session: Session | undefined },
  ): Promise<BookingOutcome> {
    const booking = newBooking(asked, key, clinic, now())
    const colleague = atDesk(session, booking.location)
    if (colleague !== null) await deskTries.use(colleague)
    const sending = colleague === null && asked.by !== 'patient' ? sent : null
    const isProven = sending ? await countTry(sending) : false
    const giveBack = async () => {
      if (sending) await flood.giveBack(sending.caller)
      if (colleague !== null) await deskTries.giveBack(colleague)
    }
    const outcome = await book(booking, {
      pool: bookingPool,
      blockers,
      now: now(),
      openAppointmentsPerContact: colleague === null ? perContact : null,
      caller: sending && (await markOf(sending.caller, sending.browser)),
      isProven,
      clinic,
    }).catch(async (failure) => {
      // A failure of ours does not count as the caller's attempt.
      await giveBack()
      throw failure
    })
    if (outcome.kind === 'repeated' || outcome.kind === 'proof_required') await giveBack()
    if (outcome.kind === 'booked' && sending) flood.booked()
    if (outcome.kind === 'booked') {
      totals.forget()
      const { location } = booking
      events.announce({
        type: 'appointment',
        change: 'booked',
        id: outcome.appointmentId,
        location,
        version: 1,
      })
    }
    return outcome
  }
}
