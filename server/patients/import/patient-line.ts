import * as v from 'valibot'
import {
  Address,
  Email,
  fieldSentence,
  Gender,
  Nationality,
  PatientNumber,
  PersonName,
} from '../../../contract/fields.ts'
import { type PatientColumn, REQUIRED_PATIENT_COLUMNS } from '../../../contract/patients.ts'
import { MAXIMUM_AGE } from '../../../domain/booking.ts'
import { addDays, isClinicDate } from '../../../domain/clinic-time.ts'
import { comparableClinicId, comparableEmail, foldEmail, isEmail } from '../../../domain/contact.ts'
import { toE164 } from '../records/phone.ts'
import { phoneDigits } from '../records/search-text.ts'
import { readPhoneCell } from './phone-cell.ts'

/** A registered patient from a line; a missing value is an empty text or null. */
export type ImportedPatient = {
  clinicId: string
  rawId: string
  title: string
  firstName: string
  middleName: string
  lastName: string
  gender: string | null
  nationality: string | null
  birthDate: string | null
  address: string
  email: string
  emailKey: string
  phone: string
  phoneE164: string | null
}

export type LineRules = {
  /** ISO 3166 code for numbers without a country code. */
  country: string
  /** The clinic's day, 'YYYY-MM-DD'. */
  today: string
}

/** Columns with a schema of the contract. */
type CheckedColumn = Exclude<PatientColumn, 'birth_date' | 'phone'>

const GENDER_MESSAGE = 'Please write female, male or none.'
const BIRTH_DATE_MESSAGE = 'Please enter a past date as YYYY-MM-DD, such as 1985-03-21.'

const ADDRESS_MESSAGE =
  'This is a phone number or an email address. Please check whether a cell is missing from the line.'

const NO_PHONE = { phone: '', phoneE164: null }

const SCHEMAS: Record<CheckedColumn, v.GenericSchema<string, string>> = {
  clinic_id: PatientNumber,
  raw_id: PatientNumber,
  title: PersonName,
  first_name: PersonName,
  middle_name: PersonName,
  last_name: PersonName,
  gender: v.pipe(v.string(), v.toLowerCase(), Gender),
  nationality: v.pipe(v.string(), v.toLowerCase(), Nationality),
  address: Address,
  email: Email,
}

/**
 * Validates a line's cells by the contract.
 * @param cells by column, trimmed
 * @returns the patient, or the faults by column, without the values
 */
export function readPatient(
  cells: Partial<Record<PatientColumn, string>>,
  { country, today }: LineRules,
): { patient: ImportedPatient } | { faults: string } {
  const faults: string[] = []
  const read = (column: CheckedColumn | 'birth_date'): string => {
    const result = checked(column, cells[column] ?? '', today)
    if ('fault' in result) faults.push(`${column}: ${result.fault}`)
    return 'text' in result ? result.text : ''
  }
  const clinicId = comparableClinicId(read('clinic_id'))
  const email = read('email')
  const typed = cells.phone ?? ''
  const called = typed === '' ? NO_PHONE : readPhoneCell(typed, country)
  if ('fault' in called) faults.push(`phone: ${called.fault}`)
  const address = read('address')
  const isPhone = phoneDigits(address) !== null && toE164(address, country) !== null
  if (isPhone || isEmail(foldEmail(address))) faults.push(`address: ${ADDRESS_MESSAGE}`)
  const { phone, phoneE164 } = 'fault' in called ? NO_PHONE : called
  const patient: ImportedPatient = {
    clinicId,
    rawId: read('raw_id') || clinicId,
    title: read('title'),
    firstName: read('first_name'),
    middleName: read('middle_name'),
    lastName: read('last_name'),
    gender: read('gender') || null,
    nationality: read('nationality') || null,
    birthDate: read('birth_date') || null,
    address,
    email,
    emailKey: comparableEmail(email),
    phone,
    phoneE164,
  }
  return faults.length > 0 ? { faults: faults.join(' ') } : { patient }
}

function checked(
  column: CheckedColumn | 'birth_date',
  text: string,
  today: string,
): { text: string } | { fault: string } {
  if (text === '') {
    const isRequired = REQUIRED_PATIENT_COLUMNS.some((required) => required === column)
    return isRequired ? { fault: fieldSentence('required') } : { text }
  }
  if (column === 'birth_date') return isBirthDate(text, today) ? { text } : { fault: BIRTH_DATE_MESSAGE }
  const result = v.safeParse(SCHEMAS[column], text)
  if (result.success) return { text: result.output }
  return { fault: sentence(result.issues[0].message) }
}

/** An upper limit of human age, and PostgreSQL has no year 0. */
const isBirthDate = (text: string, today: string) =>
  isClinicDate(text) && text <= today && text > addDays(today, -(MAXIMUM_AGE + 1) * 366)

function sentence(message: string): string {
  return message === 'gender_invalid' ? GENDER_MESSAGE : fieldSentence(message)
}
