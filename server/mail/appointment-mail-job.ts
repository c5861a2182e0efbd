import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import { appointments, doctors, patients } from '../db/schema.ts'
import type { MailOutcome } from '../jobs/start.ts'
import type { AppointmentFacts } from './appointment-mail.ts'
import type { Mail, MailTransport } from './transport.ts'

export type MailJobParts = {
  db: Pick<NodePgDatabase, 'select'>
  clinic: AppointmentFacts['clinic']
  transport: MailTransport
  log: Pick<Logger, 'info' | 'warn'>
  /** For tests. */
  now?: () => Date
}

type StoredFacts = NonNullable<Awaited<ReturnType<typeof load>>>

type Kind<Job> = {
  /** How the log calls it. */
  name: string
  /** The status that an appointment must still have. */
  isFor(status: string): boolean
  compose(facts: AppointmentFacts & Pick<StoredFacts, 'cancelReason'>, now: Date): Mail
  /** Told of the appointment before anything is sent. */
  onRead?(appointment: StoredFacts['appointment'], job: Job): void
}

/**
 * What a job for a mail about an appointment does: reads the appointment as it is now and sends the mail.
 * One that has begun gets none. The complaint is not even read.
 */
export function appointmentMailJob<Job extends { id: string; appointmentId: string }>(
  { db, clinic, transport, log, now = () => new Date() }: MailJobParts,
  { name, isFor, compose, onRead }: Kind<Job>,
): (job: Job) => Promise<MailOutcome> {
  return async (job) => {
    const { id, appointmentId } = job
    const facts = await load(db, appointmentId)
    if (facts) onRead?.(facts.appointment, job)
    if (!facts || !isFor(facts.status) || facts.appointment.startsAt <= now()) {
      log.info({ appointment: appointmentId }, `${name} no longer needed`)
      return 'skipped'
    }
    const mail = compose({ ...facts, clinic, sender: transport.sender }, now())
    const outcome = await transport.send(mail, id)
    if (outcome === 'refused') log.warn({ appointment: appointmentId }, 'the address takes no mail')
    return outcome
  }
}

async function load(db: Pick<NodePgDatabase, 'select'>, appointmentId: string) {
  const [facts] = await db
    .select({
      status: appointments.status,
      cancelReason: appointments.cancelReason,
      appointment: {
        id: appointments.id,
        reference: appointments.reference,
        version: appointments.version,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
        location: appointments.location,
        serviceText: appointments.serviceText,
      },
      patient: { firstName: patients.firstName, email: patients.email },
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
