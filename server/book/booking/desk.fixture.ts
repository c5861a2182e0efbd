import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { BookAppointmentWire } from '../../../contract/booking.ts'
import type { BookAtDeskWire } from '../../../contract/desk.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>
type Headers = Record<string, string>

const DESK_BOOKING: BookAtDeskWire = {
  location: 'fct',
  appointment_date: '2030-03-05',
  start_time: '10:00',
  channel: 'phone',
  patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '08035550101' },
}

/** A clinic for each test, with a receptionist of Abuja at work. Today is Monday 4 March 2030, 07:00 in the clinic. */
export function clinicWithDesk(options: TestOptions = {}) {
  let clinic: Clinic
  let bearer: { authorization: string }
  beforeEach(async () => {
    clinic = await startClinic(options)
    bearer = (await clinic.signedIn({ username: 'desk', type: 'reception', locations: ['fct'] })).bearer
  })
  afterEach(() => clinic[Symbol.asyncDispose]())

  let people = 0
  const desk = {
    get clinic() {
      return clinic
    },
    get bearer() {
      return bearer
    },
    /** Session of the next calls. */
    async as(staff: Parameters<Clinic['signedIn']>[0]) {
      bearer = (await clinic.signedIn({ username: `u-${randomUUID().slice(0, 8)}`, ...staff })).bearer
    },
    /** Turns the clock to a time of the clinic on a day of March 2030. */
    at(time: string, day = '04') {
      clinic.clock.now = new Date(`2030-03-${day}T${time}:00+01:00`)
    },
    /** A visitor of their own books by the wizard: on Tuesday at 10:00 with Dr. Musa. @returns the id */
    async web(more: Partial<BookAppointmentWire> = {}): Promise<string> {
      people += 1
      const person = {
        email: `p${people}@example.com`,
        phone_number: `0803123${String(people).padStart(4, '0')}`,
      }
      const { body } = await clinic.book({ doctor_id: 'fct-musa', ...person, ...more })
      const { reference } = body.data as { reference: string }
      const { rows } = await clinic.database.pool.query('SELECT id FROM appointments WHERE reference = $1', [
        reference,
      ])
      return rows[0].id
    },
    change: (id: string, change: object, headers: Headers = {}) =>
      clinic.call('PATCH', `/api/appointments/${id}`, change, { ...bearer, ...headers }),
    move: (id: string, move: object, headers: Headers = {}) =>
      desk.change(id, { move: { appointment_date: '2030-03-05', ...move } }, headers),
    book: (more: object, headers: Headers = {}) =>
      clinic.call(
        'POST',
        '/api/appointments/desk',
        { ...DESK_BOOKING, ...more },
        { ...bearer, 'idempotency-key': randomUUID(), ...headers },
      ),
    async row(id: string): Promise<Appointment> {
      const { body } = await clinic.call('GET', `/api/appointments/${id}`, undefined, bearer)
      return body.data as Appointment
    },
    /** Closes Abuja for some hours of Tuesday. */
    blocker: (from: string, to: string) =>
      clinic.database.pool.query(
        `WITH changed AS (UPDATE blocker_changes SET version = version + 1)
         INSERT INTO blockers (id, type, description, starts_at, ends_at, location, recurring_days, recurring_dates)
         VALUES (gen_random_uuid(), 'One Time', 'Meeting', $1, $2, 'fct', '{}', '{}')`,
        [`2030-03-05T${from}:00+01:00`, `2030-03-05T${to}:00+01:00`],
      ),
    /** Pairs of appointments that share one doctor's time. */
    async collisions(): Promise<number> {
      const { rows } = await clinic.database.pool.query(
        `SELECT count(*)::int AS n FROM appointments a JOIN appointments b ON a.doctor_id = b.doctor_id AND a.id < b.id
           AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
         WHERE a.takes_time AND b.takes_time`,
      )
      return rows[0].n
    },
  }
  return desk
}
