import { randomBytes, randomUUID } from 'node:crypto'
import { type APIRequestContext, test as base, expect } from '@playwright/test'
import type { Pool } from 'pg'
import clinicFacts from '../../clinic.config.ts'
import type { DayAvailability } from '../../contract/availability.ts'
import type { BookAppointmentWire } from '../../contract/booking.ts'
import { africasTalkingAnswer, startSmsGateway } from '../support/sms-gateway.ts'
import { type ClinicServer, startClinicServer } from './clinic-server.ts'
import { clinicDay, type Slot } from './labels.ts'
import { watchPage } from './watch-page.ts'

export { expect }

/** Whoever books: made up anew for each test, so that a late mail of one is never taken for another's. */
export type Visitor = { firstName: string; lastName: string; email: string; phone: string }

/** An appointment as it stands in the database, with its patient. */
export type StoredAppointment = {
  reference: string
  starts_at: Date
  doctor_id: string
  doctor_chosen: boolean
  service_id: string | null
  service_text: string
  complaint: string
  first_name: string
  last_name: string
  email: string
  phone: string
  guardian: string
  consent_at: Date | null
}

export type Gateway = Awaited<ReturnType<typeof startSmsGateway>>

type WorkerFixtures = {
  /** Whether the server limits bookings; `test.use({ limits: true })` gets one that does. */
  limits: boolean
  /** A stand-in for the gateway that SMS go to. */
  gateway: Gateway
  server: ClinicServer
}

type Fixtures = {
  /** What this test brings about on purpose and the browser reports as an error. */
  expectedProblems: RegExp | null
  watched: undefined
  /** Every test begins with what a clinic has that nobody has booked at, whichever test was before it. */
  emptied: undefined
  visitor: Visitor
  clinic: Clinic
}

/**
 * Empties the tables of the test before. The server's jobs still read them in an order of their own, so a table that is
 * held makes the whole give way, before the database sees a deadlock (after a second) and ends one of the two.
 */
async function empty(pool: Pool): Promise<void> {
  await expect(() =>
    pool.query(
      `SET LOCAL lock_timeout = '200ms';
       TRUNCATE appointments, patients, idempotency_keys, rate_limits, blockers, overview_days, overview_doctors, overview_counts CASCADE;
       UPDATE blocker_changes SET version = version + 1`,
    ),
  ).toPass({ timeout: 60_000 })
}

/** A clinic that nobody has booked at yet, on a server of this worker. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  limits: [false, { option: true, scope: 'worker' }],
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const gateway = await startSmsGateway(() => africasTalkingAnswer(101))
      await use(gateway)
      await gateway.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ limits, gateway }, use) => {
      const SMS_URL = `africastalking://enamel:key@${gateway.host}`
      const server = await startClinicServer({ limits, settings: { SMS_URL } })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  expectedProblems: [null, { option: true }],
  watched: [
    async ({ page, server, expectedProblems }, use) => {
      const problems = watchPage(page, server.url)
      await use(undefined)
      // What the page still asks for when a test is done; some tests close it themselves.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(problems.filter((problem) => !expectedProblems?.test(problem))).toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  visitor: async ({}, use) => {
    const digits = String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0')
    await use({
      firstName: 'Adaeze',
      lastName: "N'Okoye-Bello",
      email: `adaeze.${digits}@example.com`,
      phone: `+234 803 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    })
  },
  emptied: [
    async ({ server }, use) => {
      await empty(server.database.pool)
      server.mail.received.length = 0
      await use(undefined)
    },
    { auto: true },
  ],
  clinic: ({ server, request, emptied: _ }, use) => use(clinicOn(server, request)),
})

export type Clinic = ReturnType<typeof clinicOn>

function clinicOn({ database, mail }: ClinicServer, request: APIRequestContext) {
  const headers = { authorization: `Bearer ${process.env.PORTAL_TOKEN || 'portal'}` }

  /** The free times of the days from `from` to `to`, both days from today. */
  async function freeDays(from: number, to: number): Promise<DayAvailability[]> {
    const params = { location: 'fct', from: clinicDay(from), to: clinicDay(to) }
    const answer = await request.get('/api/availability', { params, headers })
    return (await answer.json()).data
  }

  /** Books through the API, as another visitor's device would. */
  async function book({ date, time }: Slot, more: Partial<BookAppointmentWire> = {}): Promise<void> {
    const answer = await request.post('/api/appointments/book', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: {
        surname: 'Chidi',
        other_names: 'Eze',
        email: 'chidi.eze@example.com',
        phone_number: '0809 765 4321',
        location: 'fct',
        appointmentType: 'consultation',
        appointment_date: date,
        start_time: time,
        ...more,
      },
    })
    expect(answer.status()).toBe(201)
  }

  return {
    freeDays,
    book,
    /** Stores appointments as of before the test: all at once, and nobody is told of them. */
    async store(visits: (Slot & Partial<BookAppointmentWire>)[], minutes = 30): Promise<void> {
      const stored = visits.map(({ date, time, ...more }, index) => ({
        id: randomUUID(),
        reference: `T${String(index + 1).padStart(7, '0')}`,
        starts: `${date}T${time}:00+01:00`,
        surname: 'Patient',
        other_names: String(index + 1),
        email: '',
        phone_number: '',
        doctor_id: 'fct-musa',
        description: '',
        ...more,
      }))
      await database.pool.query(
        `WITH visit AS (SELECT * FROM jsonb_to_recordset($1) AS visit (id uuid, reference text, starts timestamptz,
             surname text, other_names text, email text, phone_number text, doctor_id text, description text)),
           patient AS (INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
             SELECT id, surname, other_names, email, lower(email), phone_number, '' FROM visit)
         INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
           appointment_type, starts_at, ends_at, status, complaint)
         SELECT id, reference, id, doctor_id, true, 'fct', 'Consultation', 'consultation',
           starts, starts + $2 * interval '1 minute', 'open', description FROM visit`,
        [JSON.stringify(stored), minutes],
      )
    },
    /** A time that is surely free for as long as a test runs: mid-morning of a whole working day, not today. */
    async freeSlot(): Promise<Slot> {
      const days = await freeDays(2, 14)
      const day = days.find(({ slots }) => slots.includes('10:30') && slots.includes('16:30'))
      if (!day) throw new Error('The clinic has no whole free day within two weeks.')
      return { date: day.date, time: '10:30' }
    },
    /** Other visitors take a time with every doctor of the location. */
    async takeSlot(slot: Slot): Promise<void> {
      const doctors = clinicFacts.doctors.filter(({ location }) => location === 'fct')
      for (const { id } of doctors) await book(slot, { doctor_id: id })
    },
    /** What is stored of a visitor. */
    async appointmentsOf({ email }: Pick<Visitor, 'email'>): Promise<StoredAppointment[]> {
      const { rows } = await database.pool.query(
        `SELECT a.reference, a.starts_at, a.doctor_id, a.doctor_chosen, a.service_id, a.service_text,
                a.complaint, a.consent_at, p.first_name, p.last_name, p.email, p.phone, p.guardian
         FROM appointments a JOIN patients p ON p.id = a.patient_id
         WHERE p.email = $1 ORDER BY a.starts_at`,
        [email],
      )
      return rows
    },
    /** How many confirmations the server has ever wanted to send to a visitor, sent or not. */
    async confirmationsFor({ email }: Pick<Visitor, 'email'>): Promise<number> {
      const { rows } = await database.pool.query(
        `SELECT count(*)::int AS count FROM pgboss.job j
         JOIN appointments a ON a.id::text = j.data->>'appointmentId' JOIN patients p ON p.id = a.patient_id
         WHERE j.name = 'confirmation-mail' AND p.email = $1`,
        [email],
      )
      return rows[0].count
    },
    /** The mails that a visitor got so far, as they came over SMTP. */
    mailsTo: ({ email }: Pick<Visitor, 'email'>) =>
      mail.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw),
  }
}
