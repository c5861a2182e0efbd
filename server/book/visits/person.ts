import type { Pool } from 'pg'
import * as v from 'valibot'
import { type BookAppointment, type BookForPatient, TypedContact } from '../../../contract/booking.ts'
import type { FieldMessage } from '../../../contract/fields.ts'
import type { Clinic, ClinicLocation } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { defaultAddress } from '../../../domain/locations.ts'
import { phoneFaultOf, toE164 } from '../../patients/records/phone.ts'

export type VerifiedRecord = { id: string; lacksEmail: boolean; lacksPhone: boolean; lacksGuardian: boolean }

/** Null when there is no such record. */
export async function verifiedRecord(db: Pick<Pool, 'query'>, id: string): Promise<VerifiedRecord | null> {
  const { rows } = await db.query<VerifiedRecord>({
    name: 'verified-record',
    text: `SELECT id, email = '' AS "lacksEmail", phone = '' AS "lacksPhone",
             guardian = '' AS "lacksGuardian" FROM patients WHERE id = $1 AND verified`,
    values: [id],
  })
  return rows[0] ?? null
}

/** A visitor, staff who book for one, or a verified patient, whose identity never comes from the body. */
export type RequestedBooking =
  | { by: 'visitor'; request: BookAppointment }
  | { by: 'staff'; request: BookAppointment; staffId: string }
  | { by: 'patient'; request: BookForPatient; record: VerifiedRecord }

export type Person =
  /** A visitor, who gets a new record with each booking. */
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
      /** The clinic day on which the age was entered. */
      ageGivenOn: string | null
      /** Guardian of a minor. */
      guardian: string | undefined
    }
  /** A verified patient, with what to store, as typed, if the record still lacks it. */
  | { kind: 'patient'; id: string; email?: string; phone?: string; guardian?: string }

type Place = { clinic: Clinic; location: ClinicLocation; now: Date }

export function personOf(
  asked: RequestedBooking,
  place: Place,
): { person: Person; wrong: Record<string, FieldMessage> } {
  const { country } = place.clinic
  if (asked.by === 'patient') return patientOf(asked.record, asked.request, country)
  const fault = phoneFaultOf(asked.request.phone, country)
  return { person: visitorOf(asked.request, place), wrong: fault ? { phone_number: fault } : {} }
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
    guardian: request.guardian,
  }
}

/**
 * Missing fields may be entered but are optional: the code came by the other contact, and step 2 requires only a clinic
 * id (specification, section 5: 'Step gating').
 */
function patientOf({ id, ...lacks }: VerifiedRecord, { typed }: BookForPatient, country: string) {
  const email = v.safeParse(TypedContact.email, lacks.lacksEmail ? typed.email : null)
  const phone = v.safeParse(TypedContact.phone, lacks.lacksPhone ? typed.phone : null)
  const phoneFault = phone.success && phone.output ? phoneFaultOf(phone.output, country) : null
  const guardian = v.safeParse(TypedContact.guardian, lacks.lacksGuardian ? typed.guardian : null)
  const person: Person = {
    kind: 'patient',
    id,
    ...(email.success && email.output !== null && { email: email.output }),
    ...(phone.success && phone.output !== null && { phone: phone.output }),
    ...(guardian.success && guardian.output !== null && { guardian: guardian.output }),
  }
  const wrong: Record<string, FieldMessage> = {
    ...(!email.success && { email: messageOf(email.issues) }),
    ...(!phone.success && { phone_number: messageOf(phone.issues) }),
    ...(phoneFault && { phone_number: phoneFault }),
    ...(!guardian.success && { guardian: messageOf(guardian.issues) }),
  }
  return { person, wrong }
}

const messageOf = ([issue]: readonly v.BaseIssue<unknown>[]) => (issue?.message ?? 'invalid') as FieldMessage
