import type { Pool, PoolClient } from 'pg'

type Database = Pick<Pool, 'query'>

/** Keys of a person in other tables. */
export type About = {
  patientIds: string[]
  clinicIds: string[]
  emails: string[]
  /** E.164, and the digits as typed where no E.164 form exists. */
  phones: string[]
  appointmentIds: string[]
  references: string[]
  challengeIds: string[]
}

/** These records and the visitors' merged into them: they are of the same people. */
export async function withJoined(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query('SELECT id FROM patients WHERE joined_to = ANY ($1)', [ids])
  return [...new Set([...ids, ...rows.map(({ id }) => id)])]
}

/** @param client in a transaction that locks these records, or has a snapshot */
export async function aboutPeople(client: PoolClient, patientIds: readonly string[]): Promise<About> {
  const { rows: records } = await client.query(
    `SELECT clinic_id, email_key, email_codes, lower(trim(email)) AS email, phone_e164, phone_codes,
       regexp_replace(phone, '[^0-9]', '', 'g') AS phone_digits FROM patients WHERE id = ANY($1)`,
    [patientIds],
  )
  const { rows: appointments } = await client.query(
    'SELECT id, reference FROM appointments WHERE patient_id = ANY($1)',
    [patientIds],
  )
  const known = (values: (string | null)[]) => [
    ...new Set(values.filter((value): value is string => Boolean(value))),
  ]
  const contacts = {
    clinicIds: known(records.map((record) => record.clinic_id)),
    emails: known(records.flatMap((record) => [record.email_key, record.email_codes, record.email])),
    phones: known(
      records.flatMap((record) => [record.phone_e164 ?? record.phone_digits, record.phone_codes]),
    ),
  }
  return {
    ...contacts,
    patientIds: [...patientIds],
    appointmentIds: appointments.map(({ id }) => id),
    references: appointments.map(({ reference }) => reference),
    challengeIds: await challengesOf(client, patientIds, contacts),
  }
}

/**
 * Their requests for a code, and those by their contacts without a match. Requests of family members who share the
 * contact are left out.
 */
async function challengesOf(
  db: Database,
  patientIds: readonly string[],
  { clinicIds, emails, phones }: Pick<About, 'clinicIds' | 'emails' | 'phones'>,
): Promise<string[]> {
  const keys = [
    ...clinicIds.map((value) => `clinic_id:${value}`),
    ...emails.map((value) => `email:${value}`),
    // A clinic id may look like a phone number (server/patients/codes/contact.ts).
    ...[...phones, ...clinicIds].map((value) => `phone:${value}`),
  ]
  const { rows } = await db.query(
    `SELECT id FROM challenges WHERE patient_id = ANY($1)
       OR contact_key = ANY($2) AND NOT EXISTS (SELECT FROM patients WHERE patients.id = challenges.patient_id)`,
    [patientIds, keys],
  )
  return rows.map(({ id }) => id)
}

/**
 * Ids of the messages to them, by which files in the outbox are named: jobs, which are deleted some days after they
 * were done, and records of messages about appointments.
 */
export async function messageIdsOf(
  db: Database,
  { appointmentIds, challengeIds }: Pick<About, 'appointmentIds' | 'challengeIds'>,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM pgboss.job WHERE ${JOBS_ABOUT}
     UNION SELECT id FROM messages WHERE appointment_id = ANY ($1::text[]::uuid[])`,
    [appointmentIds, challengeIds],
  )
  return rows.map(({ id }) => id)
}

/** Rows of `pgboss.job` about them; parameters $1 appointments, $2 challenges. Jobs have only ids. */
export const JOBS_ABOUT = `(data ->> 'appointmentId' = ANY($1::text[]) OR data ->> 'challengeId' = ANY($2::text[]))`
