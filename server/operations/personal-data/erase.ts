import type { Pool, PoolClient } from 'pg'
import { audit } from '../../accounts/audit/audit.ts'
import { CANCELLED } from '../../book/visits/appointment-row.ts'
import { timeFreed } from '../../book/visits/time-freed.ts'
import { forgetOrphanedOptOuts } from '../../messages/opt-outs/opt-outs.ts'
import { anonymise } from '../../patients/records/anonymise.ts'
import { rememberErased } from '../../patients/records/erased-clinic-ids.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { IMPORT_LOCK } from '../../platform/imports/import-alone.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { type About, aboutPeople, JOBS_ABOUT, messageIdsOf, withJoined } from './about-person.ts'
import { outboxMessagesTo, removeMessages } from './outbox-messages.ts'
import { sharingWith } from './sharing-people.ts'

type EraseOptions = {
  now: Date
  /** Cancels future appointments without a mail, since an address that is being erased must get none. */
  cancelComing: boolean
  /** The folder of unsent mails and SMS. */
  outbox: string
}

type Erased = { people: number; appointments: number; cancelled: number; messages: number }

/**
 * Erases people: their records and all data about them, in one transaction. Their appointments become
 * anonymous. Outbox files are deleted before the commit, so that after a crash erasing can be repeated.
 * People erased already are skipped.
 * @throws Refused with a sentence when nothing was done
 */
export async function erasePeople(
  pool: Pool,
  given: readonly string[],
  options: EraseOptions,
): Promise<Erased> {
  return inTransaction(pool, async (client) => {
    await keepImportsAway(client)
    const ids = await withJoined(client, given)
    const { rows: people } = await client.query<{ id: string }>(
      'SELECT id FROM patients WHERE id = ANY($1) ORDER BY id FOR UPDATE',
      [ids],
    )
    const appointments = await lockedAppointments(client, ids)
    const coming = appointments.filter((one) => one.status !== 'cancelled' && one.startsAt > options.now)
    if (coming.length > 0 && !options.cancelComing) throw new Refused(stillComing(coming))

    const about = await aboutPeople(client, ids)
    const jobIds = await messageIdsOf(client, about)
    await forgetJobs(client, about)
    await forgetRest(client, about)
    await cancel(client, coming)
    const changed = await anonymise(client, about.appointmentIds)
    await rememberErased(client, about.clinicIds, options.now)
    const sharing = await sharingWith(client, about)
    await client.query('DELETE FROM patients WHERE id = ANY($1)', [ids])
    await forgetOrphanedOptOuts(client)
    for (const { id } of people) {
      const own = appointments.filter(({ patientId }) => patientId === id)
      await audit(client, {
        staffId: null,
        action: 'patient.erased',
        subject: { kind: 'patient', id },
        details: { by: 'operator', appointments: own.length },
      })
    }
    const events = changed.map((one) => ({ type: 'appointment', change: 'changed', ...one }) as const)
    if (events.length > 0) await notify(client, ...events)

    const messages = await outboxMessagesTo(options.outbox, { ...about, jobIds, sharing }, { unclear: true })
    await removeMessages(options.outbox, messages)
    return {
      people: people.length,
      appointments: appointments.length,
      cancelled: coming.length,
      messages: messages.length,
    }
  })
}

/** An import that has already checked for erased clinic ids would restore this one. */
async function keepImportsAway(client: PoolClient): Promise<void> {
  const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock_shared(${IMPORT_LOCK}) AS free`)
  if (!rows[0].free)
    throw new Refused('A patients’ file is being imported. Nothing was erased: please try again.')
}

type Locked = {
  id: string
  patientId: string
  reference: string
  startsAt: Date
  endsAt: Date
  location: string
  doctorId: string
  status: string
  version: number
}

async function lockedAppointments(client: PoolClient, ids: readonly string[]): Promise<Locked[]> {
  const { rows } = await client.query<Locked>(
    `SELECT id, patient_id AS "patientId", reference, starts_at AS "startsAt", ends_at AS "endsAt", location,
       doctor_id AS "doctorId", status, version
     FROM appointments WHERE patient_id = ANY($1) ORDER BY id FOR UPDATE`,
    [ids],
  )
  return rows
}

function stillComing(coming: readonly Locked[]): string {
  const references = coming.map(({ reference }) => reference).join(', ')
  return (
    `Still to come: ${references}. Nothing was erased. Cancel ${coming.length === 1 ? 'it' : 'them'} first, or say ` +
    '--cancel-coming; then the patient is not written to.'
  )
}

/** @throws Refused while a message is being sent: its worker would still write it into the outbox */
async function forgetJobs(client: PoolClient, { appointmentIds, challengeIds }: About): Promise<void> {
  const { rows } = await client.query<{ id: string; state: string }>(
    `SELECT id, state FROM pgboss.job WHERE ${JOBS_ABOUT} ORDER BY id FOR UPDATE`,
    [appointmentIds, challengeIds],
  )
  if (rows.some(({ state }) => state === 'active')) {
    throw new Refused(
      'A message to this patient is just being sent. Nothing was erased: please try again in two minutes.',
    )
  }
  await client.query('DELETE FROM pgboss.job WHERE id = ANY($1)', [rows.map(({ id }) => id)])
}

async function forgetRest(
  client: PoolClient,
  { patientIds, challengeIds, references }: About,
): Promise<void> {
  await client.query('DELETE FROM sessions WHERE patient_id = ANY($1)', [patientIds])
  await client.query('DELETE FROM challenges WHERE id = ANY($1)', [challengeIds])
  await client.query(`DELETE FROM idempotency_keys WHERE answer ->> 'reference' = ANY($1)`, [references])
}

async function cancel(client: PoolClient, coming: readonly Locked[]): Promise<void> {
  await client.query(`UPDATE appointments SET ${CANCELLED}, version = version + 1 WHERE id = ANY($1)`, [
    coming.map(({ id }) => id),
  ])
  await timeFreed(client, ...coming.map((one) => ({ ...one, appointmentId: one.id })))
  for (const { id, version } of coming) {
    await audit(client, {
      staffId: null,
      action: 'appointment.cancelled',
      subject: { kind: 'appointment', id },
      details: { by: 'operator', version: version + 1 },
    })
  }
}
