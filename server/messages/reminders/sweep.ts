import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import {
  DEFAULT_REMINDERS,
  dueReminders,
  type Reminder,
  type ReminderChannel,
} from '../../../domain/reminders.ts'
import { CONTACT_COLUMNS, contactsOf, type StoredContact } from '../../patients/records/contacts.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { reminderJobsFrom } from '../jobs/reminder-job.ts'

/** Appointments per transaction: their rows are locked for some milliseconds. */
const PORTION = 500

export type SweepParts = {
  pool: Pool
  clinic: Pick<Clinic, 'reminders' | 'timeZone' | 'country'>
  /** A process that stops leaves the rest to the next one. */
  isStopping?: () => boolean
  /** Appointments per transaction. */
  portion?: number
}

type Visit = StoredContact & {
  id: string
  startsAt: Date
  since: Date
  version: number
  /** Whether its patient gets reminders at all. */
  isReminded: boolean
  /** Contacts that want none. */
  unwanted: string[]
}

type MadeReminder = Reminder & { id: string; visit: Visit }

/**
 * Makes the reminders that are due, as messages with a job each, and records when each appointment is due for the next
 * check. Safe in several processes at once, which skip each other's rows, and after a restart: a reminder is made in
 * one transaction with its record, and once for each step and time. Changed rules in clinic.config.ts apply at the next
 * check.
 * @param now by which reminders are due
 * @returns how many were made
 */
export async function sweepReminders(
  { pool, clinic, isStopping = () => false, portion = PORTION }: SweepParts,
  now: Date,
): Promise<number> {
  let made = 0
  for (;;) {
    const swept = await inTransaction(pool, (client) => sweepPortion(client, clinic, now, portion))
    made += swept.made
    if (swept.seen < portion || isStopping()) return made
  }
}

async function sweepPortion(
  client: PoolClient,
  clinic: SweepParts['clinic'],
  now: Date,
  portion: number,
): Promise<{ seen: number; made: number }> {
  const { rows } = await client.query<Visit>(
    `SELECT a.id, a.starts_at AS "startsAt", coalesce(a.moved_at, a.created_at) AS since, a.version,
       a.status <> 'cancelled' AND a.reachable AND a.waiting_since IS NULL AND a.channel <> 'walk_in'
         AND a.visit IS NULL AS "isReminded",
       ${CONTACT_COLUMNS},
       ARRAY(SELECT key FROM contact_opt_outs WHERE key IN (lower(trim(p.email)), p.phone_e164)
             AND kind = 'reminders') AS unwanted
     FROM appointments a JOIN patients p ON p.id = a.patient_id
     WHERE a.remind_at <= $1
     ORDER BY a.remind_at LIMIT $2 FOR NO KEY UPDATE OF a SKIP LOCKED`,
    [now, portion],
  )
  if (rows.length === 0) return { seen: 0, made: 0 }
  const looked = rows.map((visit) => planReminders(visit, clinic, now))
  const made = looked.flatMap(({ visit, due }): MadeReminder[] =>
    due.map((reminder) => ({ ...reminder, id: randomUUID(), visit })),
  )
  await client.query(
    `UPDATE appointments SET remind_at = looked.next
     FROM unnest($1::uuid[], $2::timestamptz[]) AS looked (id, next) WHERE appointments.id = looked.id`,
    [rows.map(({ id }) => id), looked.map(({ next }) => next)],
  )
  if (made.length === 0) return { seen: rows.length, made: 0 }
  const { rowCount } = await client.query(STORE_MADE, [
    made.map(({ id }) => id),
    made.map(({ visit }) => visit.id),
    made.map(({ step }) => step),
    made.map(({ visit }) => visit.startsAt),
    made.map(({ visit }) => visit.version),
    made.map(({ dueAt }) => dueAt),
    made.map(({ visit, step, by }) =>
      JSON.stringify({
        kind: 'reminder',
        appointmentId: visit.id,
        step,
        by,
        startsAt: visit.startsAt.toISOString(),
      }),
    ),
    now,
  ])
  return { seen: rows.length, made: rowCount ?? 0 }
}

/** One that was skipped is made again: its appointment was cancelled or elsewhere for a while. */
const STORE_MADE = `
  WITH made AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::timestamptz[], $7::jsonb[])
      AS made (id, appointment_id, step, starts_at, version, due_at, data)
  ), stored AS (
    INSERT INTO messages (id, appointment_id, kind, step, starts_at, version, created_at, due_at, state)
    SELECT id, appointment_id, 'reminder', step, starts_at, version, $8, due_at, 'waiting' FROM made
    ON CONFLICT (appointment_id, step, starts_at) WHERE kind = 'reminder' DO UPDATE
      SET id = excluded.id, version = excluded.version, created_at = excluded.created_at, state = 'waiting', settled_at = NULL
      WHERE messages.state = 'skipped'
    RETURNING id
  ) ${reminderJobsFrom('stored JOIN made USING (id)')}`

function planReminders(
  visit: Visit,
  { reminders = DEFAULT_REMINDERS, timeZone, country }: SweepParts['clinic'],
  now: Date,
) {
  if (!visit.isReminded) return { visit, due: [], next: null }
  const by = (channels: readonly ReminderChannel[]) =>
    dueReminders({ ...visit, channels }, reminders, { now, timeZone })
  // By any contact that the patient may get meanwhile, or accept again.
  const nexts = POSSIBLE.flatMap((channels) => by(channels).next ?? [])
  const next = nexts.length > 0 ? new Date(Math.min(...nexts.map(Number))) : null
  return { visit, due: by(channelsOf(visit, country)).due, next }
}

const POSSIBLE: readonly (readonly ReminderChannel[])[] = [['email', 'sms'], ['email'], ['sms']]

/**
 * The patient's channels. A patient without any contact has both: the sender finds none, and lists them to be called.
 */
function channelsOf(visit: Visit, country: string): ReminderChannel[] {
  const contacts = contactsOf(visit, country)
  const channels: ReminderChannel[] = ['email', 'sms']
  const known = channels.filter((channel) => contacts[channel] !== null)
  return known.length > 0
    ? known.filter((channel) => !visit.unwanted.includes(contacts[channel] ?? ''))
    : channels
}
