import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../../domain/clinic.ts'
import {
  FALLBACK_LANGUAGE,
  isoLanguage,
  type LanguageCode,
  offeredLanguage,
} from '../../../domain/languages.ts'
import { ACCOUNT_MAIL_QUEUE } from '../../accounts/mails/queue.ts'
import { DAY_RETRY, type Job, type JobKind, type JobOutcome, jobsFrom } from '../../platform/queue/job.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { contactChangedMail } from '../mail/contact-changed.ts'
import type { MailTransport } from '../mail/transport.ts'
import { type SmsParts, sendSmsOnce } from '../sms/send-once.ts'

/** `subjectId` is the patient's whose contact the desk has corrected; the old contact gets the message. */
export type ContactChangedData = { kind: 'contact_changed'; subjectId: string; contact: 'email' | 'phone' }

export const CONTACT_CHANGED: JobKind<ContactChangedData> = {
  queue: ACCOUNT_MAIL_QUEUE,
  kind: 'contact_changed',
  // Until the new contact applies: then the old one may be another person's.
  retry: { ...DAY_RETRY, limit: 280 },
  name: 'note of a corrected contact',
  advice: 'tell the patient another way',
  ids: ({ subjectId }) => ({ contact_changed: subjectId }),
}

/** Queues the note to a patient's old contact. @param db in the transaction that corrects it */
export async function queueContactChanged(
  db: Pick<Pool, 'query'>,
  patientId: string,
  contact: ContactChangedData['contact'],
): Promise<void> {
  const data = `jsonb_build_object('kind', 'contact_changed', 'subjectId', id, 'contact', contact)`
  await db.query(jobsFrom('(SELECT $1::text AS id, $2::text AS contact) AS changed', CONTACT_CHANGED, data), [
    patientId,
    contact,
  ])
}

type Parts = SmsParts & {
  pool: Pick<Pool, 'query'>
  clinic: Pick<Clinic, 'name' | 'languages' | 'locations'>
  transport: MailTransport
  log: Pick<Logger, 'info' | 'warn'>
  /** For tests. */
  now?: () => Date
}

type PendingContact = {
  firstName: string
  email: string
  phone: string | null
  language: LanguageCode | null
}

/**
 * Notifies a patient's old contact that the desk has replaced it, while one-time codes still go to the old one, so that
 * its owner can object. Skipped once the new contact applies.
 */
export function contactChangedJob({
  pool,
  clinic,
  transport,
  log,
  now = () => new Date(),
  ...smsParts
}: Parts): (job: Job<ContactChangedData>) => Promise<JobOutcome> {
  return async ({ id, subjectId, contact }) => {
    const patient = await pending(pool, subjectId, contact)
    if (!patient) {
      log.info({ patient: subjectId }, `${CONTACT_CHANGED.name} no longer needed`)
      return 'skipped'
    }
    const texts = textsIn(
      isoLanguage(offeredLanguage(patient.language ?? FALLBACK_LANGUAGE, clinic.languages)),
    )
    const name = oneLine(clinic.name)
    const phone = clinic.locations.find((location) => location.phone)?.phone
    const { say } = texts
    if (contact === 'email') {
      return transport.send(contactChangedMail({ ...patient, clinicName: name, phone, texts }), id)
    }
    if (patient.phone === null || smsParts.sms.way === 'none') return 'refused'
    const text = phone
      ? say('sms.contact', { clinic: name, phone })
      : say('sms.contactWithoutPhone', { clinic: name })
    const outcome = await sendSmsOnce(smsParts, { id, to: patient.phone, now: now(), text: () => text })
    return outcome === 'sent' ? outcome : 'refused'
  }
}

/** The old contact of a patient whose new one does not apply yet; null: it does, or the patient is gone. */
async function pending(
  pool: Parts['pool'],
  id: string,
  contact: ContactChangedData['contact'],
): Promise<PendingContact | null> {
  const { rows } = await pool.query<PendingContact>(
    `SELECT first_name AS "firstName", email_codes AS email, phone_codes AS phone,
       (SELECT language FROM appointments WHERE patient_id = patients.id ORDER BY created_at DESC LIMIT 1) AS language
     FROM patients WHERE id = $1 AND ${contact === 'email' ? 'email_codes' : 'phone_codes'} IS NOT NULL`,
    [id],
  )
  return rows[0] ?? null
}
