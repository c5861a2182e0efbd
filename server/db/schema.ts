import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A person who has an appointment: registered (verified) or a visitor (one record per booking, never joined by a guess). */
export const patients = pgTable(
  'patients',
  {
    id: uuid('id').primaryKey(),
    verified: boolean('verified').notNull().default(false),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** As typed; `phoneE164` is the form for comparing and sending, where one could be made. */
    phone: text('phone').notNull(),
    phoneE164: text('phone_e164'),
    /** Trimmed and lower-cased, for comparing. */
    emailKey: text('email_key').notNull(),
    gender: text('gender'),
    nationality: text('nationality'),
    address: text('address').notNull(),
    /** Age in years as a visitor gave it, true on `ageGivenOn` (a day in clinic time). */
    age: smallint('age'),
    ageGivenOn: date('age_given_on', { mode: 'string' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('patients_email_key').on(table.emailKey),
    index('patients_phone_e164').on(table.phoneE164).where(sql`phone_e164 IS NOT NULL`),
  ],
)

/** Brought in from clinic.config.ts by id; one that was removed there is inactive. */
export const doctors = pgTable('doctors', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  department: text('department').notNull(),
  location: text('location').notNull(),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull(),
})

/** Brought in from clinic.config.ts by id; one that was removed there is inactive. */
export const services = pgTable('services', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  tariff: numeric('tariff', { precision: 12, scale: 2, mode: 'number' }),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull(),
})

/**
 * That no doctor has two appointments at once is held by an exclusion constraint
 * (`appointments_no_overlap`, in the first migration), which Drizzle cannot express.
 */
export const appointments = pgTable(
  'appointments',
  {
    id: uuid('id').primaryKey(),
    reference: text('reference').notNull(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    doctorId: text('doctor_id')
      .notNull()
      .references(() => doctors.id),
    /** Whether the patient asked for this doctor, or the server assigned one. */
    doctorChosen: boolean('doctor_chosen').notNull(),
    location: text('location').notNull(),
    serviceId: text('service_id').references(() => services.id),
    serviceText: text('service_text').notNull(),
    appointmentType: text('appointment_type').notNull(),
    tariff: numeric('tariff', { precision: 12, scale: 2, mode: 'number' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** 'open' until staff confirm it (isOpen on the wire), 'confirmed', or 'cancelled'. */
    status: text('status').notNull().default('open'),
    complaint: text('complaint').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('appointments_reference').on(table.reference),
    index('appointments_location_starts_at').on(table.location, table.startsAt),
    index('appointments_patient_id').on(table.patientId),
    check('appointments_status', sql`status IN ('open', 'confirmed', 'cancelled')`),
    check('appointments_period', sql`ends_at > starts_at AND ends_at <= starts_at + interval '4 hours'`),
  ],
)

/** First answers of bookings by Idempotency-Key, kept for 24 hours; a table so small that its age needs no index. */
export const idempotencyKeys = pgTable('idempotency_keys', {
  key: text('key').primaryKey(),
  /** SHA-256 of the parsed request; the same key with another request is refused. */
  requestHash: text('request_hash').notNull(),
  answer: jsonb('answer').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Counters of rate-limiter-flexible; the migration makes the table UNLOGGED, since losing a count loses nothing. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
