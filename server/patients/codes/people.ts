import type { Pool } from 'pg'
import type { ContactKind } from '../../../domain/contact.ts'
import type { PatientName } from '../../../domain/patient-name.ts'
import type { Contact } from './contact.ts'

/** Limit of names of one contact in a choice; larger families have their clinic ids. */
export const FAMILY_LIMIT = 10

export type Person = { id: string; name: PatientName }

/** Records by the contact that gets codes, $1: the one before a correction, for a day. Two queries, so that each has its index. */
const afterCorrection = (present: string, before: string) =>
  `(SELECT * FROM patients WHERE ${present} = $1 AND ${before} IS NULL
    UNION ALL SELECT * FROM patients WHERE ${before} = $1) AS patients`

const FOUND: Record<ContactKind, string> = {
  email: afterCorrection('email_key', 'email_codes'),
  phone: afterCorrection('phone_e164', 'phone_codes'),
  clinic_id: '(SELECT * FROM patients WHERE clinic_id = $1) AS patients',
}

/**
 * The registered patients behind a contact; visitors' records are never among them (they are merged by hand, not by
 * a guess). With `choiceId` the one whose name was chosen, as long as that choice is live, was given for this contact,
 * and the patient still has it.
 */
export async function findPeople(
  pool: Pick<Pool, 'query'>,
  contact: Contact,
  { choiceId, now }: { choiceId: string | null; now: Date },
): Promise<Person[]> {
  const chosen = `AND id = (SELECT patient_id FROM challenges
    WHERE id = $2 AND kind = 'choice' AND contact_key = $3 AND expires_at > $4)`
  const { rows } = await pool.query({
    name: `people-by-${contact.among}${choiceId === null ? '' : '-chosen'}`,
    text: `SELECT id, title, first_name, last_name, middle_name, raw_id FROM ${FOUND[contact.among]}
           WHERE verified ${choiceId === null ? '' : chosen}
           ORDER BY first_name, last_name, id LIMIT ${FAMILY_LIMIT}`,
    values: choiceId === null ? [contact.value] : [contact.value, choiceId, contact.key, now],
  })
  return rows.map((row) => ({
    id: row.id,
    name: {
      title: row.title,
      firstName: row.first_name,
      lastName: row.last_name,
      middleName: row.middle_name,
      rawId: row.raw_id,
    },
  }))
}
