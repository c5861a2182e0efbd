import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../domain/clinic.ts'
import { clinicTime } from '../../domain/clinic-time.ts'
import { isoLanguage, type LanguageCode, offeredLanguage } from '../../domain/languages.ts'
import type { MailOutcome } from '../jobs/start.ts'
import type { Allowance } from '../one-time-codes/limits.ts'
import { toE164 } from '../patients/phone.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import type { SmsTransport } from '../sms/transport.ts'
import { textsIn } from '../texts/texts.ts'
import type { AppointmentFacts } from './appointment-mail.ts'
import type { Mail, MailTransport } from './transport.ts'

export type MailJobParts = {
  pool: Pick<Pool, 'query'>
  clinic: AppointmentFacts['clinic'] & Pick<Clinic, 'country' | 'languages'>
  transport: MailTransport
  sms: SmsTransport
  /** Whether one more SMS may be sent on that clinic day. */
  smsOn(kind: 'visits', now: Date): Allowance
  log: Pick<Logger, 'info' | 'warn'>
  /** For tests. */
  now?: () => Date
}

/** So long before a visit, in milliseconds, people call rather than wait for another day's SMS. */
const CALLED_BEFORE_MS = 12 * 3_600_000
/** In clinic time. */
const MORNING = '07:00'

/** What a patient was last told of an appointment. */
export type Told = { startsAt: Date; endsAt: Date; location: string; doctorId: string }

export type StoredFacts = Pick<AppointmentFacts, 'appointment' | 'doctor'> & {
  status: string
  /** Null: nothing yet. */
  told: Told | null
  /** When the last change is due to be told. */
  tellAt: Date | null
  reachable: boolean
  channel: string
  /** Whether there is no time for it yet. */
  isWaiting: boolean
  doctorId: string
  cancelReason: string | null
  language: LanguageCode
  patient: AppointmentFacts['patient'] & { phone: string; phoneE164: string | null }
}

type Facts = AppointmentFacts & Pick<StoredFacts, 'cancelReason' | 'told'>

type Kind<Job> = {
  /** The log's name for the mail. */
  name: string
  /** Whether it still fits. */
  isFor(facts: StoredFacts, job: Job, now: Date): boolean
  compose(facts: Facts, now: Date): Mail
  smsText(facts: Facts): string
  /** Whether an SMS that finds the day's limit reached is tried again, until the patient is better called. */
  waitsForSms?: boolean
  /** Whether the patient knows by it when and where the appointment is. */
  isTold?: boolean
  /** Called before anything is sent. */
  onRead?(appointment: StoredFacts['appointment'], job: Job): void
}

/**
 * Reads the current appointment and sends the mail, or an SMS to a patient without an email address. An
 * appointment that has begun gets none. The complaint is never read.
 */
export function appointmentMailJob<Job extends { id: string; appointmentId: string; attempt: number }>(
  { pool, clinic, transport, sms, smsOn, log, now = () => new Date() }: MailJobParts,
  { name, isFor, compose, smsText, waitsForSms = false, isTold = false, onRead }: Kind<Job>,
): (job: Job) => Promise<MailOutcome> {
  async function sendSms(
    to: string,
    text: string,
    startsAt: Date,
    { id, appointmentId, attempt }: Job,
  ): Promise<MailOutcome> {
    const canWait = waitsForSms && startsAt.getTime() - now().getTime() > CALLED_BEFORE_MS
    // What waited for the next day's SMS: that day begins at midnight, when nobody wants one.
    if (canWait && attempt > 1 && clinicTime(now(), clinic.timeZone) < MORNING) {
      throw new SmsNotSent('waits for the morning', { maybeSent: false })
    }
    const allowance = smsOn('visits', now())
    if (!(await allowance.take())) {
      log.warn({ appointment: appointmentId }, 'SMS not sent: the limit of the day is reached')
      if (canWait) throw new SmsNotSent('limit of the day', { maybeSent: false })
      return 'refused'
    }
    try {
      const outcome = await sms.send({ to, text }, id)
      if (outcome === 'refused') {
        await allowance.giveBack()
        log.warn({ appointment: appointmentId }, 'the number takes no SMS')
      }
      return outcome
    } catch (error) {
      if (error instanceof SmsNotSent && error.maybeSent) {
        // Recipients cannot recognise a repeated SMS, so it is left to people and not retried.
        log.warn({ appointment: appointmentId }, 'it is not known whether the SMS was sent')
        return 'refused'
      }
      await allowance.giveBack()
      throw error
    }
  }

  return async (job) => {
    const { id, appointmentId } = job
    const facts = await load(pool, appointmentId)
    if (facts) onRead?.(facts.appointment, job)
    if (!facts || !isFor(facts, job, now()) || facts.appointment.startsAt <= now()) {
      log.info({ appointment: appointmentId }, `${name} no longer needed`)
      return 'skipped'
    }
    const texts = textsIn(isoLanguage(offeredLanguage(facts.language, clinic.languages)))
    const all = { ...facts, clinic, texts, sender: transport.sender }
    const { email, phone, phoneE164 } = facts.patient
    if (email === '') {
      // A number the patient entered is stored as typed.
      const number = phoneE164 ?? toE164(phone, clinic.country)
      if (number !== null) {
        const outcome = await sendSms(number, smsText(all), facts.appointment.startsAt, job)
        if (isTold && outcome === 'sent') await noteTold(pool, facts)
        return outcome
      }
      log.warn({ appointment: appointmentId }, 'the record has neither an email address nor a number for SMS')
      return 'refused'
    }
    const outcome = await transport.send(compose(all, now()), id)
    if (outcome === 'refused') log.warn({ appointment: appointmentId }, 'the address takes no mail')
    else if (isTold) await noteTold(pool, facts)
    return outcome
  }
}

/** What was sent is what was read, whatever has happened to the appointment since. */
async function noteTold(
  pool: MailJobParts['pool'],
  { appointment: { id, startsAt, endsAt, location }, doctorId }: StoredFacts,
): Promise<void> {
  const told: Told = { startsAt, endsAt, location, doctorId }
  await pool.query('UPDATE appointments SET told = $2 WHERE id = $1', [id, JSON.stringify(told)])
}

type FactsRow = Omit<StoredFacts, 'appointment' | 'patient' | 'doctor' | 'told'> &
  StoredFacts['appointment'] &
  StoredFacts['patient'] & {
    doctorChosen: boolean
    doctorName: string
    told: (Omit<Told, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }) | null
  }

async function load(pool: MailJobParts['pool'], appointmentId: string): Promise<StoredFacts | null> {
  const { rows } = await pool.query<FactsRow>(
    `SELECT a.status, a.cancel_reason AS "cancelReason", a.language, a.told, a.tell_at AS "tellAt", a.reachable, a.channel,
            a.waiting_since IS NOT NULL AS "isWaiting", a.doctor_id AS "doctorId",
            a.id, a.reference, a.version, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location,
            a.service_text AS "serviceText", a.doctor_chosen AS "doctorChosen", d.name AS "doctorName",
            p.first_name AS "firstName", p.email, p.phone, p.phone_e164 AS "phoneE164"
     FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id
     WHERE a.id = $1`,
    [appointmentId],
  )
  const [row] = rows
  if (!row) return null
  const {
    status,
    cancelReason,
    language,
    told,
    tellAt,
    reachable,
    channel,
    isWaiting,
    doctorId,
    doctorChosen,
    doctorName,
    firstName,
    email,
    phone,
    phoneE164,
    ...appointment
  } = row
  return {
    status,
    cancelReason,
    language,
    told: told && { ...told, startsAt: new Date(told.startsAt), endsAt: new Date(told.endsAt) },
    tellAt,
    reachable,
    channel,
    isWaiting,
    doctorId,
    appointment,
    patient: { firstName, email, phone, phoneE164 },
    doctor: { name: doctorName, isChosen: doctorChosen },
  }
}
