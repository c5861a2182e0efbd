import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import { appointments, doctors, patients } from '../db/schema.ts'
import type { ConfirmationJob, MailOutcome } from '../jobs/start.ts'
import { type ConfirmationFacts, confirmationMail } from './confirmation.ts'
import type { MailTransport } from './transport.ts'

/**
 * What a confirmation job does: reads the appointment as it is now and sends the mail.
 * One that was cancelled or has begun gets none. The complaint is not even read.
 * @param now for tests
 */
export function confirmationJob(parts: {
  db: Pick<NodePgDatabase, 'select'>
  clinic: ConfirmationFacts['clinic']
  transport: MailTransport
  log: Pick<Logger, 'info' | 'warn'>
  now?: () => Date
}): (job: ConfirmationJob) => Promise<MailOutcome> {
  const { db, clinic, transport, log, now = () => new Date() } = parts
  return async ({ id, appointmentId }) => {
    const facts = await load(db, appointmentId)
    if (!facts || facts.status === 'cancelled' || facts.appointment.startsAt <= now()) {
      log.info({ appointment: appointmentId }, 'confirmation no longer needed')
      return 'skipped'
    }
    const outcome = await transport.send(
      confirmationMail({ ...facts, clinic, sender: transport.sender }, now()),
      id,
    )
    if (outcome === 'refused') log.warn({ appointment: appointmentId }, 'the address takes no mail')
    return outcome
  }
}

async function load(db: Pick<NodePgDatabase, 'select'>, appointmentId: string) {
  const [facts] = await db
    .select({
      status: appointments.status,
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
