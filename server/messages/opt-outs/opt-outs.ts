import type { Pool } from 'pg'
import type { OptOutChannel } from '../../../contract/patients.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { contactsOf, type StoredContact } from '../../patients/records/contacts.ts'

type Database = Pick<Pool, 'query'>

/** The one kind of message with an opt-out: notices of a changed appointment are always sent. */
const REMINDERS = 'reminders'

/**
 * Reports whether reminders to a contact are unwanted.
 * @param key an email address in any spelling, or a number as E.164
 */
export async function isOptedOut(db: Database, key: string): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM contact_opt_outs WHERE key = $1 AND kind = $2', [
    comparable(key),
    REMINDERS,
  ])
  return rows.length > 0
}

/**
 * Records that a contact wants no reminders; a repetition keeps the first record.
 * @param key as in `isOptedOut`
 * @returns whether that is new
 */
export async function optOut(db: Database, key: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO contact_opt_outs (key, kind, channel, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key, kind) DO NOTHING`,
    [comparable(key), REMINDERS, isAddress(key) ? 'email' : 'sms', now],
  )
  return rowCount === 1
}

/**
 * Allows reminders to a contact again.
 * @param key as in `isOptedOut`
 * @returns whether it had been opted out
 */
export async function optIn(db: Database, key: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM contact_opt_outs WHERE key = $1 AND kind = $2', [
    comparable(key),
    REMINDERS,
  ])
  return rowCount === 1
}

/**
 * Deletes opt-outs of contacts without a record: erased people, retired visitors, corrected contacts. A number that is
 * stored only as typed is compared by its last nine digits.
 */
export async function forgetOrphanedOptOuts(db: Database): Promise<void> {
  await db.query(
    `DELETE FROM contact_opt_outs o
     WHERE NOT EXISTS (SELECT FROM patients WHERE email_key = o.key)
       AND NOT EXISTS (SELECT FROM patients WHERE lower(trim(email)) = o.key)
       AND NOT EXISTS (SELECT FROM patients WHERE phone_e164 = o.key)
       AND NOT EXISTS (SELECT FROM patients WHERE email_codes = o.key)
       AND NOT EXISTS (SELECT FROM patients WHERE phone_codes = o.key)
       AND NOT EXISTS (SELECT FROM patients WHERE phone_e164 IS NULL AND o.channel = 'sms'
                         AND right(phone_digits, 9) = right(o.key, 9))`,
  )
}

/**
 * The channels on which a record's contacts want no reminders.
 * @param country ISO 3166 code for a number without a country code
 */
export async function optOutsOf(
  db: Database,
  stored: StoredContact,
  country: string,
): Promise<OptOutChannel[]> {
  const { email, sms } = contactsOf(stored, country)
  const keys = [email, sms].filter((key) => key !== null)
  const { rows } = await db.query<{ channel: OptOutChannel }>(
    'SELECT channel FROM contact_opt_outs WHERE key = ANY ($1) AND kind = $2 ORDER BY channel',
    [keys, REMINDERS],
  )
  return rows.map(({ channel }) => channel)
}

const isAddress = (key: string) => key.includes('@')
const comparable = (key: string) => (isAddress(key) ? comparableEmail(key) : key)
