import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { CorrectPatient, NewPatient } from '../../../contract/patients.ts'
import { comparableClinicId, comparableEmail } from '../../../domain/contact.ts'
import { ownValue } from '../../../domain/own.ts'
import type { Reach } from '../../../domain/rights.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { queueContactChanged } from '../../messages/jobs/contact-changed-job.ts'
import { type Contacts, contactsOf, type StoredContact } from '../../patients/records/contacts.ts'
import { erasedAmong } from '../../patients/records/erased-clinic-ids.ts'
import { requirePhone, toE164 } from '../../patients/records/phone.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { openRecord } from './record.ts'

/** Time after a correction from which one-time codes go to the new contact; until then the old one can object. */
const CODES_AFTER_MS = 24 * 3_600_000

type By = {
  staffId: string
  /** ISO 3166 code for phone numbers without a country code. */
  country: string
  now: Date
}

/** @returns the id of the new record; null: the clinic id is taken, or its patient was erased */
export function addPatient(
  pool: Pool | PoolClient,
  patient: NewPatient,
  { staffId, country, now }: By,
): Promise<string | null> {
  const id = randomUUID()
  requirePhone(patient.phoneNumber, country, 'phoneNumber')
  const clinicId = patient.clinicId === null ? null : comparableClinicId(patient.clinicId)
  return inTransaction(pool, async (client) => {
    if (clinicId !== null && (await erasedAmong(client, [clinicId])).size > 0) return null
    const { rowCount } = await client.query(
      `INSERT INTO patients (id, verified, clinic_id, raw_id, title, first_name, middle_name, last_name, birth_date, gender,
                             address, guardian, email, email_key, phone, phone_e164, email_source, email_since, phone_source,
                             phone_since, created_at)
       VALUES ($1, true, $2, coalesce($2, ''), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'desk', $15, 'desk', $15, $15)
       ON CONFLICT (clinic_id) WHERE clinic_id IS NOT NULL DO NOTHING`,
      [
        id,
        clinicId,
        patient.title ?? '',
        patient.firstName,
        patient.middleName ?? '',
        patient.lastName,
        patient.birthDate,
        patient.gender,
        patient.address ?? '',
        patient.guardian ?? '',
        patient.email ?? '',
        comparableEmail(patient.email ?? ''),
        patient.phoneNumber ?? '',
        patient.phoneNumber === null ? null : toE164(patient.phoneNumber, country),
        now,
      ],
    )
    if (rowCount !== 1) return null
    await audit(client, { staffId, action: 'patient.created', subject: { kind: 'patient', id } })
    return id
  })
}

type StoredPatient = StoredContact & {
  version: number
  verified: boolean
  emailKey: string
  emailCodes: string | null
  phoneCodes: string | null
}

/** Columns that are corrected unchanged. */
const PLAIN = {
  title: 'title',
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  birthDate: 'birth_date',
  gender: 'gender',
  address: 'address',
  guardian: 'guardian',
} as const
/** Fields that are null when unknown; all others are an empty text. */
const NULLABLE: readonly string[] = ['birthDate', 'gender']

/**
 * Corrects a record. A new contact applies at once, for everything but one-time codes: these open the record, so they
 * go to the new contact after a day, and the old contact is notified; where there was none, at once.
 * @param version that the caller has read; null: any
 */
export function correctPatient(
  pool: Pool,
  id: string,
  version: number | null,
  change: CorrectPatient,
  { staffId, country, now }: By,
): Promise<'done' | 'stale' | 'unknown'> {
  requirePhone(change.phoneNumber, country, 'phoneNumber')
  return inTransaction(pool, async (client) => {
    // One order for all who lock several records.
    await client.query('SELECT FROM patients WHERE id = $1 OR joined_to = $1 ORDER BY id FOR UPDATE', [id])
    const { rows } = await client.query<StoredPatient>(
      `SELECT version, verified, email, email_key AS "emailKey", email_codes AS "emailCodes", phone,
         phone_e164 AS "phoneE164", phone_codes AS "phoneCodes"
       FROM patients WHERE id = $1`,
      [id],
    )
    const [before] = rows
    if (!before) return 'unknown'
    if (version !== null && version !== before.version) return 'stale'

    const values: unknown[] = [id]
    const sets = ['version = version + 1']
    const set = (column: string, value: unknown) => sets.push(`${column} = $${values.push(value)}`)
    for (const [field, column] of Object.entries(PLAIN)) {
      const value = ownValue(change, field)
      if (value !== undefined) set(column, value ?? (NULLABLE.includes(field) ? null : ''))
    }
    const told: ('email' | 'phone')[] = []
    /** @param next the comparable form, empty where there is none */
    const setContact = (kind: 'email' | 'phone', typed: string, next: string) => {
      const [key, old] =
        kind === 'email'
          ? ['email_key', before.emailCodes ?? before.emailKey]
          : ['phone_e164', before.phoneCodes ?? before.phoneE164 ?? '']
      // Read before it is overwritten: the file's last value.
      sets.push(
        `${kind}_file = CASE WHEN ${kind}_source = 'desk' THEN ${kind}_file WHEN ${key} IS NULL OR ${key} = '' THEN '' ELSE ${kind} END`,
      )
      set(kind, typed)
      set(`${kind}_source`, 'desk')
      set(`${kind}_since`, now)
      const waits = before.verified && old !== '' && old !== next
      set(key, kind === 'phone' && next === '' ? null : next)
      set(`${kind}_codes`, waits ? old : null)
      set(`${kind}_next_at`, waits ? new Date(now.getTime() + CODES_AFTER_MS) : null)
      if (waits) told.push(kind)
    }
    if (change.email !== undefined) {
      setContact('email', change.email ?? '', comparableEmail(change.email ?? ''))
    }
    if (change.phoneNumber !== undefined) {
      const typed = change.phoneNumber ?? ''
      setContact('phone', typed, typed === '' ? '' : (toE164(typed, country) ?? ''))
    }
    await client.query(`UPDATE patients SET ${sets.join(', ')} WHERE id = $1`, values)
    await correctJoined(client, id, contactsOf(before, country))
    for (const kind of told) await queueContactChanged(client, id, kind)
    const fields = Object.keys(change).filter((field) => ownValue(change, field) !== undefined)
    await audit(client, {
      staffId,
      action: 'patient.corrected',
      subject: { kind: 'patient', id },
      details: { fields: fields.join(', ') },
    })
    return 'done'
  })
}

/**
 * Brings a corrected contact into the merged records that had the same: the desk sees and corrects one record, and
 * messages about the appointments of all of them use it.
 */
async function correctJoined(client: PoolClient, id: string, { email, sms }: Contacts): Promise<void> {
  await client.query(
    `UPDATE patients v SET email = p.email, email_key = p.email_key, email_source = p.email_source, email_since = p.email_since
     FROM patients p WHERE p.id = $1 AND v.joined_to = p.id AND lower(trim(v.email)) = $2 AND lower(trim(p.email)) <> $2`,
    [id, email],
  )
  await client.query(
    `UPDATE patients v SET phone = p.phone, phone_e164 = p.phone_e164, phone_source = p.phone_source, phone_since = p.phone_since
     FROM patients p WHERE p.id = $1 AND v.joined_to = p.id AND v.phone_e164 = $2 AND p.phone_e164 IS DISTINCT FROM $2`,
    [id, sms],
  )
}

/** Lets codes go to contacts that the desk corrected a day ago. Safe on several servers at once. */
export async function countCorrectedContacts(db: Pick<Pool, 'query'>): Promise<void> {
  await db.query(
    `UPDATE patients SET email_codes = NULL, email_next_at = NULL
     WHERE email_codes IS NOT NULL AND email_next_at <= now()`,
  )
  await db.query(
    `UPDATE patients SET phone_codes = NULL, phone_next_at = NULL
     WHERE phone_codes IS NOT NULL AND phone_next_at <= now()`,
  )
}

/** Adds a note for colleagues. */
export function addNote(
  pool: Pool | PoolClient,
  id: string,
  text: string,
  { staffId, now }: Pick<By, 'staffId' | 'now'>,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query(
      'INSERT INTO patient_notes (patient_id, text, written_at, written_by) VALUES ($1, $2, $3, $4)',
      [id, text, now, staffId],
    )
    await audit(client, { staffId, action: 'patient.noted', subject: { kind: 'patient', id } })
  })
}

/**
 * Merges a visitor's record into a registered patient's, or unlinks it again. Appointments stay with the record they
 * were booked under, so that unlinking restores all of it.
 * @returns whether both exist, are of the right kind, and the visitor's is not merged with another patient's; and for a
 * merge, whether the visitor's may be opened or shares a contact with the patient's
 */
export function joinVisitor(
  pool: Pool,
  id: string,
  visitor: string,
  { staffId, reach, joins }: { staffId: string; reach: Reach; joins: boolean },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // One order for all, so that two people who merge the same records cause no deadlock.
    await client.query('SELECT FROM patients WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [[id, visitor]])
    if (joins && !(await mayJoin(client, id, visitor, { staffId, reach }))) return false
    const { rowCount } = await client.query(
      joins
        ? `UPDATE patients v SET joined_to = p.id FROM patients p
           WHERE v.id = $2 AND NOT v.verified AND (v.joined_to IS NULL OR v.joined_to = p.id) AND p.id = $1 AND p.verified`
        : 'UPDATE patients v SET joined_to = NULL WHERE v.id = $2 AND v.joined_to = $1',
      [id, visitor],
    )
    if (rowCount !== 1) return false
    await touch(client, id)
    await audit(client, {
      staffId,
      action: joins ? 'patient.joined' : 'patient.parted',
      subject: { kind: 'patient', id },
      details: { visitor },
    })
    return true
  })
}

/**
 * Reports whether the caller knows a visitor's record: by an appointment or a search of theirs, or from the patient's
 * record.
 */
async function mayJoin(
  client: PoolClient,
  id: string,
  visitor: string,
  reader: { staffId: string; reach: Reach },
): Promise<boolean> {
  if ((await openRecord(client, visitor, reader)) !== null) return true
  const { rowCount } = await client.query(
    `SELECT FROM patients p JOIN patients v ON p.email_key <> '' AND v.email_key = p.email_key OR v.phone_e164 = p.phone_e164
     WHERE p.id = $1 AND v.id = $2`,
    [id, visitor],
  )
  return rowCount === 1
}

const touch = (client: PoolClient, id: string) =>
  client.query('UPDATE patients SET version = version + 1 WHERE id = $1', [id])
