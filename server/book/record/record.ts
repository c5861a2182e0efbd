import type { Pool } from 'pg'
import { type OtherRecord, type PatientRecord, RECORD_VISITS } from '../../../contract/patients.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, isoWithOffset } from '../../../domain/clinic-time.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import { displayName, type NamedStaff } from '../../../domain/staff.ts'
import { optOutsOf } from '../../messages/opt-outs/opt-outs.ts'
import { messagesAbout } from '../../messages/send/repository.ts'
import { wholeYears } from '../../patients/codes/verified-patient.ts'
import { CONTACT_COLUMNS, type StoredContact } from '../../patients/records/contacts.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { hasOwnVisit, recordsOf } from '../../patients/records/search.ts'
import { NAMED_STAFF } from '../visits/appointment-row.ts'

type Database = Pick<Pool, 'query'>
type Reader = { staffId: string; reach: Reach }

/** Other records shown, of each kind. */
const SHOWN = 20
/** Time for which a search by a whole contact or number, or adding the patient, opens a record. */
const OPEN_FOR = '12 hours'

/**
 * The record of an id, which for a merged visitor's is the registered patient's; null where there is none that the
 * reader may open: one with an appointment within reach, one that was found by a whole contact or number, or one that
 * the reader has added.
 */
export async function openRecord(
  db: Database,
  id: string,
  { staffId, reach }: Reader,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT p.id FROM patients given JOIN patients p ON p.id = coalesce(given.joined_to, given.id)
     WHERE given.id = $1 AND p.id <> $2
       AND (${hasOwnVisit('p.id', '$3', '$4')}
            OR $4::text IS NULL AND EXISTS (
              SELECT FROM audit_log WHERE staff_id = $5 AND at > now() - interval '${OPEN_FOR}'
                AND (action = 'patients.searched' AND details -> 'exact' ? p.id::text
                     OR action = 'patient.created' AND subject_id = p.id::text)))`,
    [id, ERASED_PATIENT_ID, reach.locations, reach.doctorId, staffId],
  )
  return rows[0]?.id ?? null
}

type Person = PatientName &
  StoredContact & {
    id: string
    version: number
    registered: boolean
    clinicId: string | null
    birthDate: string | null
    age: number | null
    gender: PatientRecord['gender']
    nationality: string | null
    address: string
    guardian: string
    createdAt: Date
    emailSource: Source | null
    emailSince: Date | null
    emailNextAt: Date | null
    phoneSource: Source | null
    phoneSince: Date | null
    phoneNextAt: Date | null
  }
type Source = 'file' | 'patient' | 'desk'

/** Origin of a contact without a recorded one: the clinic's file for those in it, the patient for the rest. */
const source = (kind: string, key: string) =>
  `coalesce(p.${kind}_source, CASE WHEN p.verified AND ${key} THEN 'file' ELSE 'patient' END)`

/** All that a record shows, of an id that `openRecord` has given. */
export async function readRecord(
  db: Database,
  id: string,
  { clinic, reach, now }: { clinic: Pick<Clinic, 'timeZone' | 'country'>; reach: Reach; now: Date },
): Promise<PatientRecord | null> {
  const { rows } = await db.query<Person>(
    `SELECT p.id, p.version, p.verified AS registered, ${NAME_COLUMNS}, p.clinic_id AS "clinicId",
       p.birth_date::text AS "birthDate", p.age, p.gender, p.nationality, p.address, p.guardian, ${CONTACT_COLUMNS},
       p.created_at AS "createdAt", ${source('email', `p.email_key <> ''`)} AS "emailSource", p.email_since AS "emailSince",
       p.email_next_at AS "emailNextAt", ${source('phone', 'p.phone_e164 IS NOT NULL')} AS "phoneSource",
       p.phone_since AS "phoneSince", p.phone_next_at AS "phoneNextAt"
     FROM patients p WHERE p.id = $1`,
    [id],
  )
  const [person] = rows
  if (!person) return null
  const { timeZone } = clinic
  const instant = (at: Date) => isoWithOffset(at, timeZone)
  const origin = (text: string, of: Source | null, since: Date | null, countsFrom: Date | null) =>
    text === ''
      ? null
      : {
          source: of ?? ('patient' as const),
          since: instant(since ?? person.createdAt),
          countsFrom: countsFrom && instant(countsFrom),
        }
  const [visits, notes, others, optOuts] = await Promise.all([
    visitsOf(db, id),
    notesOf(db, id),
    othersLike(db, person, timeZone),
    optOutsOf(db, person, clinic.country),
  ])
  const own = visits.filter((visit) => reachesVisit(reach, visit))
  const elsewhere = visits.filter((visit) => !own.includes(visit))
  const messages = await messagesAbout(db, { appointments: own.map((visit) => visit.id), patient: id })
  return {
    id: person.id,
    version: person.version,
    registered: person.registered,
    displayName: patientDisplayName(person),
    clinicId: person.clinicId,
    title: person.title,
    firstName: person.firstName,
    middleName: person.middleName,
    lastName: person.lastName,
    birthDate: person.birthDate,
    age: person.birthDate === null ? person.age : wholeYears(person.birthDate, clinicDate(now, timeZone)),
    gender: person.gender,
    nationality: person.nationality,
    address: person.address,
    guardian: person.guardian,
    email: person.email,
    phoneNumber: person.phone,
    emailOrigin: origin(person.email, person.emailSource, person.emailSince, person.emailNextAt),
    phoneOrigin: origin(person.phone, person.phoneSource, person.phoneSince, person.phoneNextAt),
    visits: own.map(({ doctorId: _, recordId, startsAt, ...visit }) => ({
      ...visit,
      appointment_date: instant(startsAt),
      joinedFrom: recordId === id ? null : recordId,
    })),
    elsewhere: elsewhere.map(({ startsAt, location }) => ({
      date: clinicDate(startsAt, timeZone),
      location,
    })),
    noShows: own
      .filter(({ visit }) => visit === 'no_show')
      .map(({ startsAt }) => clinicDate(startsAt, timeZone)),
    optOuts,
    notes: notes.map(({ at, by, ...note }) => ({ ...note, at: instant(at), by: by && displayName(by) })),
    messages: messages.map(({ at, ...message }) => ({ ...message, at: instant(at) })),
    ...others,
  }
}

type Visit = {
  id: string
  recordId: string
  reference: string
  startsAt: Date
  location: string
  doctorId: string
  doctor: string
  serviceText: string
  status: 'open' | 'confirmed' | 'cancelled'
  visit: PatientRecord['visits'][number]['visit']
}

async function visitsOf(db: Database, id: string): Promise<Visit[]> {
  const { rows } = await db.query<Visit>(
    `SELECT a.id, a.patient_id AS "recordId", a.reference, a.starts_at AS "startsAt", a.location, a.doctor_id AS "doctorId",
       d.name AS doctor, a.service_text AS "serviceText", a.status, a.visit
     FROM appointments a JOIN doctors d ON d.id = a.doctor_id
     WHERE a.patient_id = ANY (${recordsOf('$1::uuid')}) ORDER BY a.starts_at DESC, a.id LIMIT ${RECORD_VISITS}`,
    [id],
  )
  return rows
}

async function notesOf(db: Database, id: string) {
  const { rows } = await db.query<{ id: string; text: string; at: Date; by: NamedStaff | null }>(
    `SELECT n.id, n.text, n.written_at AS at, CASE WHEN staff.id IS NOT NULL THEN ${NAMED_STAFF} END AS by
     FROM patient_notes n LEFT JOIN staff ON staff.id = n.written_by
     WHERE n.patient_id = $1 ORDER BY n.written_at DESC, n.id LIMIT ${RECORD_VISITS}`,
    [id],
  )
  return rows
}

type Other = PatientName & {
  id: string
  registered: boolean
  isJoined: boolean
  visits: number
  lastVisit: Date | null
}

/** Records merged into this one, and those that share a contact with it. */
async function othersLike(
  db: Database,
  { id, registered: isRegistered }: Pick<Person, 'id' | 'registered'>,
  timeZone: string,
): Promise<Pick<PatientRecord, 'joined' | 'maybeSame' | 'sharing'>> {
  const { rows } = await db.query<Other>(
    `SELECT p.id, p.verified AS registered, ${NAME_COLUMNS}, p.joined_to IS NOT NULL AS "isJoined",
       visit.count AS visits, visit.latest AS "lastVisit"
     FROM (SELECT v.id FROM patients v WHERE v.joined_to = $1
           UNION
           (SELECT o.id FROM patients me JOIN patients o
              ON me.email_key <> '' AND o.email_key = me.email_key OR o.phone_e164 = me.phone_e164
            WHERE me.id = $1 AND o.id <> $1 AND o.joined_to IS NULL AND o.id <> $2 LIMIT ${2 * SHOWN})) AS found
     JOIN patients p ON p.id = found.id,
       LATERAL (SELECT count(*)::int AS count, max(a.starts_at) AS latest FROM appointments a WHERE a.patient_id = p.id) AS visit
     ORDER BY visit.latest DESC NULLS LAST, p.id`,
    [id, ERASED_PATIENT_ID],
  )
  const other = ({ id, registered, visits, lastVisit, ...name }: Other): OtherRecord => ({
    id,
    name: patientDisplayName(name),
    registered,
    visits,
    lastVisit: lastVisit && clinicDate(lastVisit, timeZone),
  })
  return {
    joined: rows.filter((row) => row.isJoined).map(other),
    maybeSame: rows.filter((row) => !row.isJoined && !(row.registered && isRegistered)).map(other),
    sharing: rows
      .filter((row) => row.registered)
      .map((row) => ({ id: row.id, name: patientDisplayName(row) })),
  }
}
