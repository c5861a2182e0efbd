import type { Pool } from 'pg'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { REFERENCE_PATTERN } from '../../../domain/reference.ts'
import { readContact } from '../../patients/codes/contact.ts'

type Database = Pick<Pool, 'query'>

/** A record with the facts that may be shown to distinguish people. */
export type FoundPerson = {
  id: string
  /** Null: a visitor's record, which is one booking. */
  clinicId: string | null
  initials: string
  /** Latest first. */
  appointments: { reference: string; startsAt: Date }[]
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Finds records by clinic id, appointment reference, id of a record or appointment, email address, or phone
 * number in any form. There may be several: each visitor's booking is a record of its own, and a family may
 * share a contact.
 * @param country ISO 3166 code for numbers without a country code
 */
export async function findPeopleBy(db: Database, text: string, country: string): Promise<FoundPerson[]> {
  const typed = text.trim()
  const { kind, value } = readContact({ emrId: null, destination: typed }, country)
  const { rows } = await db.query<FoundPerson>(
    `SELECT p.id, p.clinic_id AS "clinicId", upper(left(p.first_name, 1) || left(p.last_name, 1)) AS initials,
       coalesce((SELECT jsonb_agg(jsonb_build_object('reference', a.reference, 'startsAt', a.starts_at)
                                  ORDER BY a.starts_at DESC)
                 FROM appointments a WHERE a.patient_id = p.id), '[]') AS appointments
     FROM patients p
     WHERE p.id <> $1 AND (p.id = $2 OR p.clinic_id = $3
       OR p.id IN (SELECT patient_id FROM appointments WHERE id = $2 OR reference = $4)
       OR $5 <> '' AND (p.email_key = $5 OR lower(p.email) = $5)
       OR $6::text IS NOT NULL AND (p.phone_e164 = $6 OR p.phone_e164 IS NULL AND p.phone_digits = ANY($7)))
     ORDER BY p.created_at, p.id`,
    [
      ERASED_PATIENT_ID,
      UUID.test(typed) ? typed : null,
      typed.toUpperCase(),
      REFERENCE_PATTERN.test(typed.toUpperCase()) ? typed.toUpperCase() : null,
      kind === 'email' ? value : '',
      kind === 'phone' ? value : null,
      typedForms(typed, value),
    ],
  )
  return rows.map(({ appointments, ...person }) => ({
    ...person,
    appointments: appointments.map(({ reference, startsAt }) => ({
      reference,
      startsAt: new Date(startsAt),
    })),
  }))
}

/**
 * Possible forms in `phone_digits` of a number stored only as typed, because it has no E.164 form or a
 * patient entered it: as typed here, international, and with a 0 instead of a country code of 1 to 3 digits.
 */
function typedForms(typed: string, e164: string): string[] {
  const digits = e164.replace(/\D/g, '')
  const national = [1, 2, 3].map((length) => `0${digits.slice(length)}`)
  return [typed.replace(/\D/g, ''), digits, ...national].map((form) => ` ${form}`)
}
