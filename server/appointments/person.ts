import type { Pool } from 'pg'
import * as v from 'valibot'
import { type BookAppointment, type BookForPatient, TypedContact } from '../../contract/booking.ts'
import type { FieldMessage } from '../../contract/fields.ts'
import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import { clinicDate } from '../../domain/clinic-time.ts'
import { comparableEmail } from '../../domain/contact.ts'
import { defaultAddress } from '../../domain/locations.ts'
import { toE164 } from '../patients/phone.ts'

/** What of a verified patient's record a booking has to know. */
export type VerifiedRecord = { id: string; lacksEmail: boolean; lacksPhone: boolean }

/** The record of a verified patient; null when there is none of that id. */
export async function verifiedRecord(db: Pick<Pool, 'query'>, id: string): Promise<VerifiedRecord | null> {
  const { rows } = await db.query<VerifiedRecord>({
    name: 'verified-record',
    text: `SELECT id, email = '' AS "lacksEmail", phone = '' AS "lacksPhone" FROM patients WHERE id = $1 AND verified`,
    values: [id],
  })
  return rows[0] ?? null
}

/** Who asks for what: a visitor, or a verified patient whatever the body says of a person. */
export type Asked =
  | { by: 'visitor'; request: BookAppointment }
  | { by: 'patient'; request: BookForPatient; record: VerifiedRecord }

/** For whom a booking is made. */
export type Person =
  /** Someone without registration, who gets a record of their own with each booking. */
  | {
      kind: 'visitor'
      firstName: string
      lastName: string
      email: string
      emailKey: string
      phone: string
      phoneE164: string | null
      gender: string | null
      nationality: string | null
      address: string
      age: number | null
      /** The clinic's day on which the age was given. */
      ageGivenOn: string | null
    }
  /** A verified patient, with the contacts to be stored in the record, as typed, if it lacks them still. */
  | { kind: 'patient'; id: string; email?: string; phone?: string }

type Place = { clinic: Clinic; location: ClinicLocation; now: Date }

/** Who asks, and what is wrong with the fields about them that count. */
export function personOf(
  asked: Asked,
  place: Place,
): { person: Person; wrong: Record<string, FieldMessage> } {
  if (asked.by === 'patient') return patientOf(asked.record, asked.request)
  return { person: visitorOf(asked.request, place), wrong: {} }
}

function visitorOf(request: BookAppointment, { clinic, location, now }: Place): Person {
  return {
    kind: 'visitor',
    firstName: request.firstName,
    lastName: request.lastName,
    email: request.email,
    emailKey: comparableEmail(request.email),
    phone: request.phone,
    phoneE164: toE164(request.phone, clinic.country),
    gender: request.gender,
    nationality: request.nationality,
    address: request.address ?? defaultAddress(location),
    age: request.age,
    ageGivenOn: request.age === null ? null : clinicDate(now, clinic.timeZone),
  }
}

/**
 * A contact that the record lacks may be typed and need not be: there is the other one, by which the code came, and a
 * clinic id is all that step 2 requires (specification, section 5: 'Step gating').
 */
function patientOf({ id, lacksEmail, lacksPhone }: VerifiedRecord, { typed }: BookForPatient) {
  const email = v.safeParse(TypedContact.email, lacksEmail ? typed.email : null)
  const phone = v.safeParse(TypedContact.phone, lacksPhone ? typed.phone : null)
  const person: Person = {
    kind: 'patient',
    id,
    ...(email.success && email.output !== null && { email: email.output }),
    ...(phone.success && phone.output !== null && { phone: phone.output }),
  }
  const wrong: Record<string, FieldMessage> = {
    ...(!email.success && { email: messageOf(email.issues) }),
    ...(!phone.success && { phone_number: messageOf(phone.issues) }),
  }
  return { person, wrong }
}

const messageOf = ([issue]: readonly v.BaseIssue<unknown>[]) => (issue?.message ?? 'invalid') as FieldMessage
