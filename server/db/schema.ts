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
import type { DeviceState } from '../../contract/devices.ts'
import type { BlockerType } from '../../domain/blockers.ts'
import { FALLBACK_LANGUAGE, type LanguageCode } from '../../domain/languages.ts'
import type { StaffType } from '../../domain/staff.ts'

/** What a patient asked to be written to in; whether the clinic offers it (still) is looked up when something is sent. */
const language = () => text('language').notNull().default(FALLBACK_LANGUAGE).$type<LanguageCode>()

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A person who has an appointment: registered (verified) or a visitor (one record per booking, never joined by a guess). */
export const patients = pgTable(
  'patients',
  {
    id: uuid('id').primaryKey(),
    /** Registered: brought in from the clinic's own records. */
    verified: boolean('verified').notNull().default(false),
    /** The clinic's number of a registered person, in capitals (emrId on the wire); null for visitors. */
    clinicId: text('clinic_id'),
    /** The number on the clinic's paper record; empty where there is none, as with the next two. */
    rawId: text('raw_id').notNull().default(''),
    title: text('title').notNull().default(''),
    middleName: text('middle_name').notNull().default(''),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** As typed; empty where a registered person gave none; so may be `phone`. */
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    /**
     * The forms for comparing: E.164 where one could be made, and the address trimmed and lower-cased. By them codes are
     * asked for and to them they go; so a registered person's are the clinic's own, from its file. What a patient fills
     * in for a missing one stands in `email` or `phone` alone: for confirmations and for staff.
     */
    phoneE164: text('phone_e164'),
    emailKey: text('email_key').notNull(),
    /** A day, 'YYYY-MM-DD'. */
    birthDate: date('birth_date', { mode: 'string' }),
    /**
     * For searching: names, clinic id and an email without `emailKey`, in small letters without their accents and hooks,
     * with one apostrophe for all and a space before each. `comparableName` of server/appointments/search.ts does the
     * same with what is searched for.
     */
    nameKey: text('name_key')
      .notNull()
      .generatedAlwaysAs(
        sql`translate(lower(regexp_replace(normalize(' ' || first_name || ' ' || last_name || ' ' || middle_name || coalesce(' ' || clinic_id, '') || CASE WHEN email_key = '' AND email <> '' THEN ' ' || email ELSE '' END, NFKD), '[\\u0300-\\u036f]', '', 'g')), '’ʼ\`ɓƁɗƊƙƘƴƳ', '''''''bbddkkyy')`,
      ),
    /** For searching: the digits of the E.164 form and those as typed. */
    phoneDigits: text('phone_digits')
      .notNull()
      .generatedAlwaysAs(
        sql`coalesce(ltrim(phone_e164, '+'), '') || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')`,
      ),
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
    uniqueIndex('patients_clinic_id').on(table.clinicId).where(sql`clinic_id IS NOT NULL`),
    index('patients_search').using(
      'gin',
      table.nameKey.op('gin_trgm_ops'),
      table.emailKey.op('gin_trgm_ops'),
      table.phoneDigits.op('gin_trgm_ops'),
    ),
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
 * (`appointments_no_overlap`, in the second migration), which Drizzle cannot express; nor can it express the indexes
 * by which the list is read (`appointments_by_location` and `appointments_by_status`, in the sixth).
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
    /** What the patient was told when staff cancelled it; null where nobody said why. */
    cancelReason: text('cancel_reason'),
    language: language(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('appointments_reference').on(table.reference),
    index('appointments_patient_id').on(table.patientId),
    index('appointments_created_at').on(table.createdAt),
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

/** People who sign in. Usernames are lower case; `emailKey` is the address trimmed and lower-cased. */
export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    surname: text('surname').notNull(),
    otherNames: text('other_names').notNull(),
    /** 'admin' or 'staff' (domain/staff.ts). */
    type: text('type').notNull().$type<StaffType>(),
    /** Code of the location they work at; null: all of them. */
    location: text('location'),
    roleSlug: text('role_slug'),
    profession: text('profession'),
    jobTitle: text('job_title'),
    /** argon2id; null: signs in with another provider only. */
    passwordHash: text('password_hash'),
    /** Up to when bookings count as seen, for the bell. */
    notificationsSeenAt: instant('notifications_seen_at').notNull().defaultNow(),
    lastSignInAt: instant('last_sign_in_at'),
    /** Set: no sign-in, and no session of theirs is worth anything. */
    disabledAt: instant('disabled_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('staff_username').on(table.username),
    uniqueIndex('staff_email_key').on(table.emailKey),
    check('staff_type', sql`type IN ('admin', 'staff')`),
  ],
)

/** Live tokens, of a staff member or of a verified patient. Only their SHA-256 is kept. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    patientId: uuid('patient_id').references(() => patients.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sessions_staff_id').on(table.staffId),
    index('sessions_expires_at').on(table.expiresAt),
    check('sessions_owner', sql`num_nonnulls(staff_id, patient_id) = 1`),
  ],
)

/**
 * Requests for a new password. Each request makes a row, known address or not; the worker that sends the mail
 * looks the person up, makes the token and keeps its SHA-256, or deletes the row.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid('id').primaryKey(),
    emailKey: text('email_key').notNull(),
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('password_resets_token_hash').on(table.tokenHash)],
)

/** Invitations to an account, one open one per address; the token is made by the worker that sends the mail. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    surname: text('surname').notNull(),
    otherNames: text('other_names').notNull(),
    type: text('type').notNull().$type<StaffType>(),
    location: text('location'),
    profession: text('profession'),
    jobTitle: text('job_title'),
    invitedBy: uuid('invited_by').references(() => staff.id, { onDelete: 'set null' }),
    tokenHash: text('token_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    uniqueIndex('invitations_token_hash').on(table.tokenHash),
    uniqueIndex('invitations_open').on(table.emailKey).where(sql`used_at IS NULL`),
    check('invitations_type', sql`type IN ('admin', 'staff')`),
  ],
)

/** Sign-ins with an OpenID provider that are under way: from the start to the hand-over of the session. */
export const oidcSignIns = pgTable(
  'oidc_sign_ins',
  {
    /** SHA-256 of the state parameter. */
    stateHash: text('state_hash').primaryKey(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** SHA-256 of the secret that only the browser tab knows which began. */
    secretHash: text('secret_hash').notNull(),
    /** Set once the provider has answered: whom it vouched for, and the SHA-256 of the one-use code. */
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('oidc_sign_ins_code_hash').on(table.codeHash)],
)

/**
 * Requests for a one-time code (design, section 4: 'challenge'), known person or not. The worker that sends the code
 * makes it and keeps its hash. There is no foreign key on the patient: it would cost a known person's request more
 * than an unknown one's, who has an id of nobody.
 */
export const challenges = pgTable(
  'challenges',
  {
    id: uuid('id').primaryKey(),
    /** 'code': a code is sent; 'choice': one name of a family, by which a code can be asked for. */
    kind: text('kind').notNull().$type<'code' | 'choice'>(),
    /** What was typed, in the form for comparing, with its kind in front: 'email:ada@example.com'. */
    contactKey: text('contact_key').notNull(),
    patientId: uuid('patient_id').notNull(),
    /** Null: none has been sent (yet). */
    codeHash: text('code_hash'),
    tries: smallint('tries').notNull().default(0),
    language: language(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('challenges_patient_id').on(table.patientId, table.createdAt),
    index('challenges_expires_at').on(table.expiresAt),
    check('challenges_kind', sql`kind IN ('code', 'choice')`),
  ],
)

/**
 * Reception tablets: browsers that keep appointments over their end, sealed under a PIN which the server never sees.
 * A row that is no longer active goes after a while: to its tablet an unknown token means the same as a revoked one.
 */
export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the device's own token, which is good for saying which one it is and for nothing else. */
    tokenHash: text('token_hash').notNull(),
    /** What the states mean is in contract/devices.ts. */
    state: text('state').notNull().default('active').$type<DeviceState>(),
    registeredBy: uuid('registered_by').references(() => staff.id, { onDelete: 'set null' }),
    registeredAt: instant('registered_at').notNull(),
    /** To the minute: what a device does often is not written down each time. */
    lastSeenAt: instant('last_seen_at'),
    /** Since when it is no longer active. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('devices_token_hash').on(table.tokenHash),
    check('devices_state', sql`state IN ('active', 'revoked', 'deleted', 'locked_out')`),
    check('devices_ended', sql`(state = 'active') = (ended_at IS NULL)`),
  ],
)

/** Times when booking is unavailable; what a type's fields mean is in domain/blocker-fields.ts. */
export const blockers = pgTable(
  'blockers',
  {
    id: uuid('id').primaryKey(),
    description: text('description').notNull(),
    type: text('type').notNull().$type<BlockerType>(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** 0 to 6, Sunday is 0. */
    recurringDays: smallint('recurring_days').array().notNull(),
    /** 1 to 31. */
    recurringDates: smallint('recurring_dates').array().notNull(),
    /** 0 to 11. */
    selectedMonth: smallint('selected_month'),
    /** Code of a location; null: all of them. */
    location: text('location'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('blockers_created_at').on(table.createdAt),
    check('blockers_type', sql`type IN ('One Time', 'Daily', 'Weekly', 'Monthly', 'Yearly')`),
  ],
)

/**
 * One row: how often blockers have changed. Who keeps blockers in memory knows by it whether they are the current
 * ones, and a booking is stored only if the blockers that it was checked against still are (docs/decisions/010).
 */
export const blockerChanges = pgTable('blocker_changes', {
  only: boolean('only').primaryKey().default(true),
  version: bigint('version', { mode: 'number' }).notNull(),
})

/** Who did what and when. Ids and plain words only: no names, no addresses, nothing a patient typed. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Null: the person who runs the server, at its command line. */
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    /** Such as 'staff.disabled'. */
    action: text('action').notNull(),
    /** What it was done to: the kind of thing and its id. */
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    details: jsonb('details'),
    /** Of what is written down once an hour, however often it happens (server/audit/reads.ts): by whom, what and when. */
    once: text('once'),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectKind, table.subjectId),
    index('audit_log_at').on(table.at),
    uniqueIndex('audit_log_once').on(table.once).where(sql`once IS NOT NULL`),
  ],
)

/**
 * Registered patients who were erased, by the SHA-256 of their clinic id: the clinic's own file still has them, and the
 * next import of it would bring them back (server/patients/erased-clinic-ids.ts).
 */
export const erasedClinicIds = pgTable('erased_clinic_ids', {
  clinicIdHash: text('clinic_id_hash').primaryKey(),
  erasedAt: instant('erased_at').notNull(),
})
