import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { defaultAddress } from '../../../domain/locations.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { newReference } from '../../../domain/reference.ts'
import { cancellationJobsFrom } from '../../messages/jobs/cancellation-job.ts'
import { changeNoticeJobsFrom, NOT_CONFIRMED_WITHIN_MS } from '../../messages/jobs/change-notice-job.ts'
import { nameWords } from '../../patients/records/same-name.ts'
import { CANCELLED } from '../visits/appointment-row.ts'
import type { BookVisit } from './book-visit.ts'

type Database = Pick<Pool, 'query'>

/** An appointment from an earlier import. */
export type KnownVisit = {
  id: string
  said: string
  /** Whether it is unchanged here since. */
  isUntouched: boolean
  startsAt: Date
  location: string
  doctorId: string
  reference: string
  /** Its patient, by the booked record and the merged one; null: of an erased person. */
  patient: StoredPatient | null
}

export type StoredPatient = {
  clinicId: string | null
  /** Of all names that they have here. */
  words: string[]
  /** Email addresses and phone numbers, as they are compared. */
  contacts: string[]
}

/** By key. */
export async function knownVisits(db: Database, keys: readonly string[]): Promise<Map<string, KnownVisit>> {
  type Row = Omit<KnownVisit, 'patient'> & {
    key: string
    patientId: string
    clinicId: string | null
    names: string
    contacts: string[]
  }
  const { rows } = await db.query<Row>(
    `SELECT i.key, a.id, i.said, a.version = i.version AS "isUntouched", a.starts_at AS "startsAt",
       a.location, a.doctor_id AS "doctorId", a.reference, a.patient_id AS "patientId",
       coalesce(p.clinic_id, j.clinic_id) AS "clinicId",
       concat_ws(' ', p.first_name, p.middle_name, p.last_name, j.first_name, j.middle_name, j.last_name) AS names,
       array_remove(ARRAY[nullif(p.email_key, ''), lower(nullif(p.email, '')), p.phone_e164,
         nullif(j.email_key, ''), lower(nullif(j.email, '')), j.phone_e164], NULL) AS contacts
     FROM imported_visits i JOIN appointments a ON a.id = i.visit_id
       JOIN patients p ON p.id = a.patient_id LEFT JOIN patients j ON j.id = p.joined_to
     WHERE i.key = ANY($1)`,
    [keys],
  )
  return new Map(
    rows.map(({ key, patientId, clinicId, names, contacts, ...visit }) => {
      const patient = patientId === ERASED_PATIENT_ID ? null : { clinicId, words: nameWords(names), contacts }
      return [key, { ...visit, patient }]
    }),
  )
}

/** A registered patient. */
export type KnownPerson = {
  id: string
  /** As `nameWords` has them. */
  words: string[]
  reachable: boolean
}

/** By clinic id. */
export async function peopleOf(
  db: Database,
  clinicIds: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const { rows } = await db.query<Omit<KnownPerson, 'words'> & { clinicId: string; names: string }>(
    `SELECT clinic_id AS "clinicId", id, email <> '' OR phone <> '' AS reachable,
       concat_ws(' ', first_name, middle_name, last_name) AS names
     FROM patients WHERE clinic_id = ANY($1)`,
    [clinicIds],
  )
  return new Map(
    rows.map(({ clinicId, names, ...person }) => [clinicId, { ...person, words: nameWords(names) }]),
  )
}

export type Candidate = { visit: BookVisit } & (
  | { known: KnownVisit }
  | { known: null; person: { id: string; reachable: boolean } | null; isSamePerson: boolean }
)

/** Reports whether it takes its doctor's time, as the generated column says. */
export const takesTime = ({ status }: Pick<BookVisit, 'status'>): boolean =>
  status !== 'cancelled' && status !== 'no_show'

/** Times that candidates want, as a parameter of the queries below. */
const wantedTimes = (candidates: readonly Candidate[]) =>
  JSON.stringify(
    candidates.flatMap(({ visit, known }, place) =>
      takesTime(visit)
        ? [
            {
              place,
              doctor: visit.doctor.id,
              starts: visit.startsAt,
              ends: visit.endsAt,
              own: known?.id ?? null,
            },
          ]
        : [],
    ),
  )
const WANTED =
  'json_to_recordset($1) AS w (place int, doctor text, starts timestamptz, ends timestamptz, own uuid)'
/** Uses the index of the constraint, one appointment after the other. */
const HOLDS = `a.doctor_id = w.doctor AND a.takes_time
  AND tstzrange(a.starts_at, a.ends_at, '[)') && tstzrange(w.starts, w.ends, '[)')
  AND a.id IS DISTINCT FROM w.own AND a.id <> ALL ($2::uuid[])`

/**
 * The references of appointments that have some of the time of these, by their place in the list.
 * @param leaving ids of appointments that are to be elsewhere
 */
export async function takenBy(
  db: Database,
  candidates: readonly Candidate[],
  leaving: readonly string[],
): Promise<Map<number, string>> {
  const { rows } = await db.query<{ place: number; reference: string }>(
    `SELECT w.place, taken.reference
     FROM ${WANTED} CROSS JOIN LATERAL (
       SELECT a.reference FROM appointments a WHERE ${HOLDS} ORDER BY a.starts_at LIMIT 1) AS taken`,
    [wantedTimes(candidates), leaving],
  )
  return new Map(rows.map(({ place, reference }) => [place, reference]))
}

/** The ids of all appointments that have some of the time of these, by their place in the list. */
export async function holdersOf(
  db: Database,
  candidates: readonly Candidate[],
  leaving: readonly string[],
): Promise<Map<number, string[]>> {
  const { rows } = await db.query<{ place: number; ids: string[] }>(
    `SELECT w.place, array_agg(a.id::text) AS ids FROM ${WANTED} JOIN appointments a ON ${HOLDS} GROUP BY w.place`,
    [wantedTimes(candidates), leaving],
  )
  return new Map(rows.map(({ place, ids }) => [place, ids]))
}

/**
 * Takes the time from appointments that get another one in the same transaction: they wait without one, which no one
 * sees. Their earlier place is stored, so that messages about them are right.
 * @returns the ids of those unchanged here since; the others keep their time
 */
export async function freeTimes(client: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE appointments a SET waiting_since = 'infinity' FROM imported_visits i
     WHERE a.id = ANY ($1) AND i.visit_id = a.id AND i.version = a.version RETURNING a.id`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export type Storing = {
  importId: string
  now: Date
  /** Time of the message to patients; null: none. */
  tellAt: Date | null
}

/** The parameters of both statements, as rows `line`. */
const LINE = `json_to_recordset($1) AS line (
  id uuid, key text, said text, reference text, patient uuid, fresh boolean, doctor text, location text, service text,
  service_text text, type text, tariff numeric, starts timestamptz, ends timestamptz, status text, visit text,
  overrides text[], overridden_blockers jsonb, marks text[], complaint text, language text, reachable boolean, tells boolean, booked timestamptz,
  first_name text, last_name text, email text, email_key text, phone text, phone_e164 text, address text)`

function rowOf({ visit, ...candidate }: Candidate, { now, tellAt }: Storing) {
  const { known } = candidate
  const person = candidate.known ? null : candidate.person
  const reachable = person ? person.reachable : visit.email !== '' || visit.phone !== ''
  const isOver = visit.startsAt <= now
  const isSoon = visit.startsAt.getTime() - now.getTime() < NOT_CONFIRMED_WITHIN_MS
  const { startsAt: starts, endsAt: ends, service } = visit
  return {
    id: known?.id ?? randomUUID(),
    key: visit.key,
    said: visit.said,
    reference: newReference(randomBytes),
    patient: person?.id ?? randomUUID(),
    fresh: person === null,
    doctor: visit.doctor.id,
    location: visit.location.code,
    service: service?.id ?? null,
    service_text: service?.name ?? 'Consultation',
    type: service?.type ?? 'consultation',
    tariff: service?.tariff ?? null,
    starts,
    ends,
    status: visit.status === 'open' || visit.status === 'cancelled' ? visit.status : 'confirmed',
    visit: !isOver || visit.status === 'cancelled' ? null : visit.status === 'no_show' ? 'no_show' : 'done',
    overrides: visit.overrides,
    overridden_blockers: visit.overriddenBlockers,
    marks: !candidate.known && candidate.isSamePerson ? ['same_person'] : [],
    complaint: visit.complaint,
    language: visit.language,
    reachable,
    tells: tellAt !== null && !isSoon && (known !== null || reachable),
    booked: visit.bookedAt,
    first_name: visit.firstName,
    last_name: visit.lastName,
    email: visit.email,
    email_key: visit.emailKey,
    phone: visit.phone,
    phone_e164: visit.phoneE164,
    address: defaultAddress(visit.location),
  }
}

const TOLD = `jsonb_build_object('startsAt', line.starts, 'endsAt', line.ends, 'location', line.location,
  'doctorId', line.doctor)`

/**
 * Stores new appointments, and a record for each unregistered patient, in one statement. Those whose time was taken
 * meanwhile are left out. A patient without a message knows the appointment from the other program, so that only
 * changes are announced. Reminders count the appointment as made now, so that earlier ones are not sent.
 * @returns the ids of the stored ones, by key
 */
export async function insertVisits(
  db: Database,
  candidates: readonly Candidate[],
  storing: Storing,
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ key: string; id: string }>(
    `WITH line AS MATERIALIZED (SELECT * FROM ${LINE}), stored AS (
       INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id, service_text,
         appointment_type, tariff, starts_at, ends_at, status, visit, done_at, no_show_at, complaint, language, channel,
         reachable, overrides, overridden_blockers, marks, told, tell_at, created_at, moved_at, remind_at)
       SELECT id, reference, patient, doctor, true, location, service, service_text, type, tariff, starts, ends, status,
         visit, CASE visit WHEN 'done' THEN ends END, CASE visit WHEN 'no_show' THEN starts END, complaint, language, 'desk',
         reachable, overrides, overridden_blockers,
         CASE WHEN cardinality(marks) = 0 AND NOT fresh AND EXISTS (
           SELECT FROM appointments other WHERE other.patient_id = line.patient AND other.takes_time
             AND other.starts_at < line.ends AND other.ends_at > line.starts) THEN '{same_person}' ELSE marks END,
         CASE WHEN NOT tells THEN ${TOLD} END, CASE WHEN tells THEN $3::timestamptz END, least(coalesce(booked, now()), starts), $4,
         CASE WHEN starts > $4 THEN '1970-01-01'::timestamptz END
       FROM line
       ON CONFLICT ON CONSTRAINT appointments_no_overlap DO NOTHING
       RETURNING id
     ), person AS (
       INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, address)
       SELECT patient, first_name, last_name, email, email_key, phone, phone_e164, address
       FROM line JOIN stored USING (id) WHERE fresh
     ), noted AS (
       INSERT INTO imported_visits (key, visit_id, said, version, import_id)
       SELECT key, id, said, 1, $2 FROM line JOIN stored USING (id)
     ), telling AS (
       ${changeNoticeJobsFrom('line JOIN stored USING (id) WHERE line.tells', '$3::timestamptz')}
     )
     SELECT key, id FROM line JOIN stored USING (id)`,
    [
      JSON.stringify(candidates.map((each) => rowOf(each, storing))),
      storing.importId,
      storing.tellAt,
      storing.now,
    ],
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/**
 * Changes appointments to the file's values, in one statement. One that has been changed here since it was read stays.
 * @returns the ids of the changed ones
 * @throws the database's error when a new time was taken meanwhile: the transaction is retried
 */
export async function changeVisits(
  db: Database,
  candidates: readonly Candidate[],
  storing: Storing,
): Promise<ReadonlySet<string>> {
  const lines = JSON.stringify(candidates.map((each) => rowOf(each, storing)))
  const { rows } = await db.query<{ id: string }>(
    `WITH line AS MATERIALIZED (SELECT * FROM ${LINE}), changed AS (
       UPDATE appointments a SET doctor_id = line.doctor, location = line.location, service_id = line.service,
         service_text = line.service_text, appointment_type = line.type, tariff = line.tariff, starts_at = line.starts,
         ends_at = line.ends, waiting_since = NULL, status = line.status, overrides = line.overrides,
         overridden_blockers = line.overridden_blockers,
         version = a.version + 1,
         moved = a.moved + CASE WHEN (a.starts_at, a.location) IS DISTINCT FROM (line.starts, line.location) THEN 1 ELSE 0 END,
         told = CASE WHEN line.tells THEN a.told ELSE ${TOLD} END,
         tell_at = CASE WHEN line.tells AND a.reachable THEN $3::timestamptz ELSE a.tell_at END
       FROM line JOIN imported_visits i USING (key)
       WHERE a.id = line.id AND i.visit_id = a.id AND i.version = a.version AND line.status <> 'cancelled'
       RETURNING a.id, a.version, line.tells AND a.reachable AS is_told
     ), cancelled AS (
       UPDATE appointments a SET ${CANCELLED}, version = a.version + 1
       FROM line JOIN imported_visits i USING (key)
       WHERE a.id = line.id AND i.visit_id = a.id AND i.version = a.version AND line.status = 'cancelled'
       RETURNING a.id, a.version, line.tells AND a.reachable AS is_told
     ), noted AS (
       UPDATE imported_visits i SET said = line.said, version = done.version, import_id = $2, imported_at = now()
       FROM line JOIN (SELECT * FROM changed UNION ALL SELECT * FROM cancelled) AS done USING (id)
       WHERE i.key = line.key
     ), telling AS (
       ${changeNoticeJobsFrom('changed WHERE is_told', '$3::timestamptz')}
     )
     , cancelling AS (
       ${cancellationJobsFrom('cancelled WHERE is_told')}
     )
     SELECT id FROM changed UNION ALL SELECT id FROM cancelled`,
    [lines, storing.importId, storing.tellAt],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Keeps the bell silent: staff who had seen every booking have seen these too. */
export async function silenceBell(db: Database): Promise<void> {
  await db.query(
    `UPDATE staff SET notifications_seen_at = now()
     WHERE NOT EXISTS (
       SELECT FROM appointments a
       WHERE a.created_at > staff.notifications_seen_at
         AND NOT EXISTS (SELECT FROM imported_visits i WHERE i.visit_id = a.id))`,
  )
}
