import type { Pool } from 'pg'
import type { Message } from '../../../contract/messages.ts'

type Database = Pick<Pool, 'query'>

/** Kind of message: `stands` after a closure is over, `late` about a doctor's delay, `reply` an answer to a reply. */
export type MessageKind =
  | 'booked'
  | 'moved'
  | 'cancelled'
  | 'reminder'
  | 'closure'
  | 'stands'
  | 'late'
  | 'offer'
  | 'recall'
  | 'reply'

export type Channel = 'email' | 'sms'

/**
 * `no_gateway`: the patient has a number alone, and there is no SMS gateway. `claimed`: just being sent. `unknown`: an
 * SMS whose sending was interrupted, which may have arrived and is not sent again. `given_up`: after many retries, or
 * as the day's SMS were used up. `skipped`: its reason was gone by then.
 */
export type MessageState =
  | 'waiting'
  | 'claimed'
  | 'sent'
  | 'refused'
  | 'given_up'
  | 'unknown'
  | 'no_contact'
  | 'no_gateway'
  | 'skipped'

/** A message and the visit as it speaks of it. */
export type VisitMessage = {
  /** Id of the job that sends it. */
  id: string
  appointmentId: string
  kind: MessageKind
  /** The reminder's step, or another mark that distinguishes messages of one kind. */
  step?: string | null
  channel: Channel | null
  /** A comparable email address, or a number in E.164. */
  toKey: string | null
  startsAt: Date
  version: number
}

/**
 * A mail's own notes are not waited for until they are on disk, in the statement that has this among its sources: what a crash
 * of the machine loses of them is a mail sent again, which recipients recognise.
 */
export const UNSYNCED = `(SELECT set_config('synchronous_commit', 'off', true)) AS unsynced`

const STORE = (claimable: string, source = '') => `
  INSERT INTO messages (id, appointment_id, kind, step, channel, to_key, starts_at, version, created_at, due_at, state, settled_at)
  SELECT $1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz, $8::int, $9::timestamptz, $9::timestamptz, $10::text,
         CASE WHEN $10::text IN ('waiting', 'claimed') THEN NULL ELSE $9::timestamptz END ${source}
  ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, step = coalesce(excluded.step, messages.step), channel = excluded.channel,
    to_key = excluded.to_key, starts_at = excluded.starts_at, version = excluded.version, state = excluded.state,
    settled_at = excluded.settled_at
  WHERE ${claimable}`

const valuesOf = (
  { id, appointmentId, kind, step = null, channel, toKey, startsAt, version }: VisitMessage,
  now: Date,
  state: MessageState,
) => [id, appointmentId, kind, step, channel, toKey, startsAt, version, now, state]

/**
 * Claims a message before sending. For SMS the claim is committed first, so an SMS is sent at most once. A mail may be
 * claimed again while it is being sent, since recipients recognise it by its Message-ID.
 * @returns false: it was settled, or is an SMS that another process has begun to send (`lostClaim`)
 */
export async function claimMessage(
  db: Database,
  message: VisitMessage & { channel: Channel; toKey: string },
  now = new Date(),
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `claim-${message.channel}`,
    text: STORE(
      `messages.state = 'waiting' OR messages.state = 'claimed' AND messages.channel = 'email'`,
      message.channel === 'email' ? `FROM ${UNSYNCED}` : '',
    ),
    values: valuesOf(message, now, 'claimed'),
  })
  return rowCount === 1
}

/**
 * Outcome of a message that cannot be claimed. An SMS whose sending was interrupted, by a crash say, is `unknown` from
 * then on.
 */
export async function lostClaim(db: Database, id: string, now = new Date()): Promise<MessageState> {
  const { rows } = await db.query<{ state: MessageState }>(
    `UPDATE messages SET state = CASE WHEN state = 'claimed' THEN 'unknown' ELSE state END,
       settled_at = coalesce(settled_at, $2) WHERE id = $1 RETURNING state`,
    [id, now],
  )
  return rows[0]?.state ?? 'skipped'
}

/** Stores the outcome of a message that was never claimed: `no_contact`, `no_gateway`, `given_up`, `skipped`. */
export async function noteMessage(
  db: Database,
  message: VisitMessage,
  state: 'no_contact' | 'no_gateway' | 'given_up' | 'waiting' | 'skipped',
  now = new Date(),
): Promise<void> {
  await db.query(STORE(`messages.state IN ('waiting', 'claimed')`), valuesOf(message, now, state))
}

/**
 * Stores the outcome of a message; `waiting`: it was not sent and will be retried. A final outcome stays, except
 * `unknown`, of which more may become known. An unstored message is ignored.
 */
export async function settleMessage(
  db: Database,
  id: string,
  state: Exclude<MessageState, 'claimed' | 'no_contact' | 'no_gateway'>,
  now = new Date(),
): Promise<void> {
  await db.query(
    `UPDATE messages SET state = $2, settled_at = CASE WHEN $2 = 'waiting' THEN NULL ELSE $3::timestamptz END
     WHERE id = $1 AND (state IN ('waiting', 'claimed') OR state = 'unknown' AND $2 IN ('sent', 'refused'))`,
    [id, state, now],
  )
}

/** A sent SMS, and its appointment as the message described it. */
export type SentSms = Pick<VisitMessage, 'id' | 'appointmentId' | 'kind' | 'startsAt' | 'version'>

/**
 * The last SMS about a visit that went to a number since then; one that may have arrived counts.
 * @param phone in E.164
 */
export async function lastSmsTo(db: Database, phone: string, since: Date): Promise<SentSms | null> {
  const { rows } = await db.query<SentSms>(
    `SELECT id, appointment_id AS "appointmentId", kind, starts_at AS "startsAt", version FROM messages
     WHERE channel = 'sms' AND to_key = $1 AND state IN ('claimed', 'sent', 'unknown')
       AND coalesce(settled_at, due_at) >= $2
     ORDER BY coalesce(settled_at, due_at) DESC, id LIMIT 1`,
    [phone, since],
  )
  return rows[0] ?? null
}

/** Number of listed messages, the latest ones. */
const SHOWN = 20

export type StoredMessage = Omit<Message, 'at'> & { at: Date }

/**
 * Messages about some appointments, or besides to a patient, and their outcome: the latest first. Codes and notices of
 * corrected contacts are those of the last days, as jobs are deleted some days after they were sent.
 * @param about.patient id of a record whose codes and notices count too
 */
export async function messagesAbout(
  db: Database,
  { appointments, patient = null }: { appointments: readonly string[]; patient?: string | null },
): Promise<StoredMessage[]> {
  const about = db.query<StoredMessage>(
    `SELECT coalesce(settled_at, due_at) AS at,
       CASE kind WHEN 'booked' THEN 'confirmation' WHEN 'cancelled' THEN 'cancellation' WHEN 'moved' THEN 'change'
                 ELSE kind END AS kind,
       CASE state WHEN 'claimed' THEN 'waiting' WHEN 'given_up' THEN 'failed' WHEN 'skipped' THEN 'none' ELSE state END AS outcome
     FROM messages WHERE appointment_id = ANY ($1) ORDER BY at DESC, id LIMIT ${SHOWN}`,
    [appointments],
  )
  if (patient === null) return (await about).rows
  const [visits, others] = await Promise.all([
    about,
    db.query<StoredMessage>(
      `SELECT created_on AS at, CASE name WHEN 'one-time-code' THEN 'code' ELSE 'contact' END AS kind,
         CASE WHEN state IN ('created', 'retry', 'active') THEN 'waiting'
              WHEN output ->> 'outcome' = 'refused' THEN 'refused'
              WHEN state <> 'completed' THEN 'failed'
              WHEN output ->> 'outcome' = 'sent' THEN 'sent' ELSE 'none' END AS outcome
       FROM pgboss.job
       WHERE name = 'one-time-code'
           AND data ->> 'challengeId' IN (SELECT c.id::text FROM challenges c WHERE c.patient_id = $1)
         OR name = 'account-mail' AND data ->> 'kind' = 'contact_changed' AND data ->> 'subjectId' = $1::text
       ORDER BY created_on DESC LIMIT ${SHOWN}`,
      [patient],
    ),
  ])
  return [...visits.rows, ...others.rows]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, SHOWN)
}
