import type { Pool } from 'pg'
import type { BookAtDesk } from '../../../contract/desk.ts'
import type { ClinicLocation } from '../../../domain/clinic.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { defaultAddress } from '../../../domain/locations.ts'
import type { PatientName } from '../../../domain/patient-name.ts'
import type { Reach } from '../../../domain/rights.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { requirePhone, toE164 } from '../../patients/records/phone.ts'
import { openRecord } from '../record/record.ts'
import type { Person } from '../visits/person.ts'

/** The patient, for the booking and for its row. */
export type DeskPerson = {
  person: Person
  row: PatientName & { registered: boolean; address: string; email: string; phone: string }
}

type Place = { location: ClinicLocation; country: string }
type DeskBooker = { staffId: string; reach: Reach }

/**
 * @returns null when there is no such record, or none that the booker may open
 * @throws HttpFailure 400 for a phone number with a digit too many or too few
 */
export async function deskPerson(
  db: Pick<Pool, 'query'>,
  patient: BookAtDesk['patient'],
  { location, country, ...asking }: Place & DeskBooker,
): Promise<DeskPerson | null> {
  if ('id' in patient) return recorded(db, patient.id, asking)
  const { firstName, lastName } = patient
  const [email, phone, address] = [patient.email ?? '', patient.phoneNumber ?? '', defaultAddress(location)]
  requirePhone(phone, country, 'patient')
  const phoneE164 = phone === '' ? null : toE164(phone, country)
  const contact = { email, emailKey: comparableEmail(email), phone, phoneE164, address }
  return {
    person: { kind: 'visitor', firstName, lastName, ...contact, ...UNKNOWN },
    row: { ...NO_NAME, firstName, lastName, registered: false, address, email, phone },
  }
}

/** Fields that the desk does not ask for. */
const UNKNOWN = { gender: null, nationality: null, age: null, ageGivenOn: null, guardian: undefined }
const NO_NAME = { title: '', middleName: '', rawId: '' }

type Recorded = DeskPerson['row'] & {
  id: string
  emailKey: string
  phoneE164: string | null
  gender: string | null
  nationality: string | null
  age: number | null
  ageGivenOn: string | null
  guardian: string
}

const RECORD = {
  name: 'desk-patient',
  text: `SELECT p.id, ${NAME_COLUMNS}, p.verified AS registered, p.address, p.email, p.email_key AS "emailKey", p.phone,
           p.phone_e164 AS "phoneE164", p.gender, p.nationality, p.age, p.age_given_on::text AS "ageGivenOn", p.guardian
         FROM patients p WHERE p.id = $1`,
}

/** A registered patient is booked for as such; of an earlier visitor's record there is a new one with each booking. */
async function recorded(db: Pick<Pool, 'query'>, id: string, asking: DeskBooker): Promise<DeskPerson | null> {
  return (await openRecord(db, id, asking)) === null ? null : personOfRecord(db, id)
}

/** The person of a record, for any caller; null: there is none. */
export async function personOfRecord(db: Pick<Pool, 'query'>, id: string): Promise<DeskPerson | null> {
  const { rows } = await db.query<Recorded>({ ...RECORD, values: [id] })
  const [found] = rows
  if (!found) return null
  const { id: known, emailKey, phoneE164, gender, nationality, age, ageGivenOn, guardian, ...row } = found
  if (row.registered) return { person: { kind: 'patient', id: known }, row }
  const { firstName, lastName, email, phone, address } = row
  const facts = {
    gender,
    nationality,
    address,
    age,
    ageGivenOn,
    guardian: guardian === '' ? undefined : guardian,
  }
  return {
    person: { kind: 'visitor', firstName, lastName, email, emailKey, phone, phoneE164, ...facts },
    row: { ...row, ...NO_NAME },
  }
}
