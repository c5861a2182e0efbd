import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import type { Clinic } from '../../domain/clinic.ts'
import { isoLanguage, offeredLanguage } from '../../domain/languages.ts'
import { appointments, doctors, patients } from '../db/schema.ts'
import type { MailOutcome } from '../jobs/start.ts'
import type { Allowance } from '../one-time-codes/limits.ts'
import { toE164 } from '../patients/phone.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import type { SmsTransport } from '../sms/transport.ts'
import { textsIn } from '../texts/texts.ts'
import type { AppointmentFacts } from './appointment-mail.ts'
import type { Mail, MailTransport } from './transport.ts'

export type MailJobParts = {
  db: Pick<NodePgDatabase, 'select'>
  clinic: AppointmentFacts['clinic'] & Pick<Clinic, 'country' | 'languages'>
  transport: MailTransport
  sms: SmsTransport
  /** Whether one more SMS may go out on the clinic's day of an instant. */
  smsOn(now: Date): Allowance
  log: Pick<Logger, 'info' | 'warn'>
  /** For tests. */
  now?: () => Date
}

type StoredFacts = NonNullable<Awaited<ReturnType<typeof load>>>

type Facts = AppointmentFacts & Pick<StoredFacts, 'cancelReason'>

type Kind<Job> = {
  /** How the log calls it. */
  name: string
  /** The status that an appointment must still have. */
  isFor(status: string): boolean
  compose(facts: Facts, now: Date): Mail
  smsText(facts: Facts): string
  /** Told of the appointment before anything is sent. */
  onRead?(appointment: StoredFacts['appointment'], job: Job): void
}

/**
 * What a job for a mail about an appointment does: reads the appointment as it is now and sends the mail, or an SMS to a
 * patient whose record has no email address. One that has begun gets none. The complaint is not even read.
 */
export function appointmentMailJob<Job extends { id: string; appointmentId: string }>(
  { db, clinic, transport, sms, smsOn, log, now = () => new Date() }: MailJobParts,
  { name, isFor, compose, smsText, onRead }: Kind<Job>,
): (job: Job) => Promise<MailOutcome> {
  async function sendSms(to: string, text: string, { id, appointmentId }: Job): Promise<MailOutcome> {
    const allowance = smsOn(now())
    if (!(await allowance.take())) {
      // Not tried again: the next day begins at midnight, when nobody wants an SMS.
      log.warn({ appointment: appointmentId }, 'SMS not sent: the limit of the day is reached')
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
        // Nobody knows an SMS that comes twice from another: it is left to people instead of being sent for two days.
        log.warn({ appointment: appointmentId }, 'it is not known whether the SMS was sent')
        return 'refused'
      }
      await allowance.giveBack()
      throw error
    }
  }

  return async (job) => {
    const { id, appointmentId } = job
    const facts = await load(db, appointmentId)
    if (facts) onRead?.(facts.appointment, job)
    if (!facts || !isFor(facts.status) || facts.appointment.startsAt <= now()) {
      log.info({ appointment: appointmentId }, `${name} no longer needed`)
      return 'skipped'
    }
    const texts = textsIn(isoLanguage(offeredLanguage(facts.language, clinic.languages)))
    const all = { ...facts, clinic, texts, sender: transport.sender }
    const { email, phone, phoneE164 } = facts.patient
    if (email === '') {
      // One that the patient filled in stands as it was typed.
      const number = phoneE164 ?? toE164(phone, clinic.country)
      if (number !== null) return sendSms(number, smsText(all), job)
      log.warn({ appointment: appointmentId }, 'the record has neither an email address nor a number for SMS')
      return 'refused'
    }
    const outcome = await transport.send(compose(all, now()), id)
    if (outcome === 'refused') log.warn({ appointment: appointmentId }, 'the address takes no mail')
    return outcome
  }
}

async function load(db: Pick<NodePgDatabase, 'select'>, appointmentId: string) {
  const [facts] = await db
    .select({
      status: appointments.status,
      cancelReason: appointments.cancelReason,
      language: appointments.language,
      appointment: {
        id: appointments.id,
        reference: appointments.reference,
        version: appointments.version,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
        location: appointments.location,
        serviceText: appointments.serviceText,
      },
      patient: {
        firstName: patients.firstName,
        email: patients.email,
        phone: patients.phone,
        phoneE164: patients.phoneE164,
      },
      doctorChosen: appointments.doctorChosen,
      doctor: { name: doctors.name },
    })
    .from(appointments)
    .innerJoin(patients, eq(patients.id, appointments.patientId))
    .innerJoin(doctors, eq(doctors.id, appointments.doctorId))
    .where(eq(appointments.id, appointmentId))
  // One that the clinic assigned may still change, and was not asked for.
  return facts && { ...facts, doctor: facts.doctorChosen ? facts.doctor : null }
}
