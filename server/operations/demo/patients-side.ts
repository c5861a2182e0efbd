import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Clinic, ReminderRule } from '../../../domain/clinic.ts'
import { clinicDate, toInstant, weekdayOf } from '../../../domain/clinic-time.ts'
import { DEFAULT_REMINDERS, type ReminderChannel, remindersOf } from '../../../domain/reminders.ts'
import { callUntil } from '../../../domain/waiting-list.ts'

type Visit = {
  id: string
  startsAt: Date
  version: number
  /** Time of the booking. */
  since: Date
  email: string
  phone: string | null
  /** Whether it was reminded: a third of the past ones was not, so that the overview has a comparison. */
  isReminded: boolean
}

type Sent = {
  id: string
  appointmentId: string
  kind: 'booked' | 'reminder'
  step: string | null
  channel: ReminderChannel
  toKey: string
  startsAt: Date
  version: number
  at: Date
}

/** Number of mails sent at the start, those that were due last, so that there is something to read. */
const SENT_AT_START = 3

/**
 * Patients with the messages of some weeks: due ones were sent, some confirmations were answered, and the next
 * reminders are scheduled.
 */
export async function seedMessages(
  client: Pick<PoolClient, 'query'>,
  { reminders = DEFAULT_REMINDERS, timeZone }: Pick<Clinic, 'reminders' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<Visit>(VISITS, [now])
  const messages = rows.map((visit) => messagesOf(visit, reminders, { now, timeZone }))
  const late = messages
    .flatMap(({ sent, next }) => {
      const last = sent.at(-1)
      return last?.kind === 'reminder' && last.channel === 'email' && last.startsAt > now
        ? [{ sent, next, last }]
        : []
    })
    .sort((one, other) => other.last.at.getTime() - one.last.at.getTime())
  for (const { sent, next, last } of late.slice(0, SENT_AT_START)) {
    sent.pop()
    next.at = last.at
  }
  await client.query(STORE_SENT, [JSON.stringify(messages.flatMap(({ sent }) => sent))])
  await client.query(STORE_NEXT, [JSON.stringify(messages.map(({ next }) => next))])
  await client.query(ANSWER, [now])
}

/** A patient's messages about an appointment, in order, and the due time of the next reminder. */
function messagesOf(
  { id: appointmentId, startsAt, version, since, email, phone, isReminded }: Visit,
  rules: readonly ReminderRule[],
  { now, timeZone }: { now: Date; timeZone: string },
): { sent: Sent[]; next: { id: string; at: Date | null } } {
  const keys = { email: email || null, sms: phone }
  const channels = (['email', 'sms'] as const).filter((channel) => keys[channel] !== null)
  const message = (kind: Sent['kind'], step: string | null, at: Date, by = channels): Sent[] => {
    const channel = by.find((each) => keys[each] !== null)
    const toKey = channel && keys[channel]
    return channel && toKey
      ? [{ id: randomUUID(), appointmentId, kind, step, channel, toKey, startsAt, version, at }]
      : []
  }
  const due = isReminded ? remindersOf({ startsAt, since, channels }, rules, timeZone) : []
  return {
    sent: [
      ...message('booked', null, since),
      ...due.flatMap(({ step, by, dueAt }) =>
        dueAt <= now ? message('reminder', step, dueAt, [...by]) : [],
      ),
    ],
    next: { id: appointmentId, at: due.find(({ dueAt }) => dueAt > now)?.dueAt ?? null },
  }
}

/**
 * Requests of patients at each location: one asks to be called, one has answered an SMS in words of their own, and one
 * waits for an earlier time.
 */
export async function seedWishes(client: Pick<PoolClient, 'query'>, now: Date): Promise<void> {
  await client.query(ASK, [now])
  await client.query(WAIT, [now])
}

/** A person with a telephone alone who waits for a first appointment at a location. */
export type Caller = { patientId: string; location: string }

/**
 * A freed slot at each location, with people to call about it, as no message reaches them: the first appointment from
 * the day after tomorrow on that is on no other list has been cancelled. The call is there until the place closes; a
 * clinic's desk has an hour.
 */
export async function seedCalls(
  client: Pick<PoolClient, 'query'>,
  callers: readonly Caller[],
  { locations, timeZone }: Pick<Clinic, 'locations' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const today = clinicDate(now, timeZone)
  const untilOf = (code: string) => {
    const hours = locations.find((each) => each.code === code)?.openingHours ?? []
    const closing = hours[weekdayOf(today)]?.at(-1)?.to
    const least = callUntil(hours, now, timeZone)
    const closes = closing === undefined ? least : toInstant(today, closing, timeZone)
    return closes > least ? closes : least
  }
  const called = callers.map((each) => ({ ...each, until: untilOf(each.location) }))
  await client.query(CALL, [JSON.stringify(called), now])
}

/** Past appointments without a reminder, which are missed more often (seed.ts). */
export const UNREMINDED = `abs(hashtext(reference)) % 3 = 0`

const VISITS = `
  SELECT a.id, a.starts_at AS "startsAt", a.version, a.created_at AS since, p.email, p.phone_e164 AS phone,
    a.starts_at > $1 OR NOT ${UNREMINDED} AS "isReminded"
  FROM appointments a JOIN patients p ON p.id = a.patient_id
  WHERE a.status <> 'cancelled' AND a.waiting_since IS NULL AND a.told IS NOT NULL`

const STORE_SENT = `
  INSERT INTO messages (id, appointment_id, kind, step, channel, to_key, starts_at, version, created_at, due_at, state, settled_at)
  SELECT id, "appointmentId", kind, step, channel, "toKey", "startsAt", version, at, at, 'sent', at
  FROM json_to_recordset($1) AS sent (id uuid, "appointmentId" uuid, kind text, step text, channel text, "toKey" text,
    "startsAt" timestamptz, version integer, at timestamptz)`

/** The others need no sweep: they have passed, or their patients were unreachable. */
const STORE_NEXT = `
  WITH next AS (SELECT * FROM json_to_recordset($1) AS next (id uuid, at timestamptz))
  UPDATE appointments SET remind_at = (SELECT at FROM next WHERE next.id = appointments.id)`

/** Two of five who came after a reminder had said so. */
const ANSWER = `
  UPDATE appointments a SET patient_confirmed_at = m.settled_at + interval '20 minutes'
  FROM messages m
  WHERE m.appointment_id = a.id AND m.kind = 'reminder' AND m.step = (
      SELECT step FROM messages WHERE appointment_id = a.id AND kind = 'reminder' ORDER BY settled_at LIMIT 1)
    AND a.ends_at <= $1 AND a.visit = 'done' AND abs(hashtext(reference)) % 5 < 2`

/** The third and the sixth of those to come, who are on no other list. */
const ASK = `
  WITH asking AS (
    SELECT id, n FROM (
      SELECT id, row_number() OVER (PARTITION BY location ORDER BY starts_at, id) AS n FROM appointments
      WHERE starts_at > $1) AS to_come
    WHERE n IN (3, 6)),
  marked AS (
    UPDATE appointments SET marks = array_append(marks, 'asked_to_call')
    FROM asking WHERE asking.id = appointments.id AND asking.n = 6)
  INSERT INTO todos (kind, appointment_id, created_at, words)
  SELECT CASE WHEN n = 6 THEN 'asked_to_call' ELSE 'reply_not_understood' END, id, $1::timestamptz - n * interval '4 minutes',
    CASE WHEN n = 3 THEN 'I may be 20 minutes late, is that all right?' END
  FROM asking`

/** The last future appointment of each location, waiting for two days. */
const WAIT = `
  INSERT INTO waiting_entries (appointment_id, patient_id, location, service_id, minutes, from_day, to_day, language, created_at)
  SELECT DISTINCT ON (location) id, patient_id, location, service_id,
    extract(epoch FROM ends_at - starts_at)::int / 60, $1::timestamptz::date, starts_at::date, language,
    $1::timestamptz - interval '2 days'
  FROM appointments WHERE starts_at > $1 AND status <> 'cancelled' AND waiting_since IS NULL
  ORDER BY location, starts_at DESC, id`

/** Entries of registered patients and the fresh ones of the bell stay. */
const CALL = `
  WITH freed AS (
    SELECT DISTINCT ON (a.location) a.id, a.location, a.doctor_id, a.starts_at, a.ends_at, a.service_id, caller."patientId",
      caller.until
    FROM json_to_recordset($1) AS caller ("patientId" uuid, location text, until timestamptz)
    JOIN appointments a ON a.location = caller.location JOIN patients p ON p.id = a.patient_id
    WHERE a.starts_at > $2::timestamptz + interval '2 days' AND a.status <> 'cancelled' AND a.created_at < $2::timestamptz - interval '1 day'
      AND NOT p.verified AND NOT EXISTS (SELECT FROM todos WHERE appointment_id = a.id)
      AND NOT EXISTS (SELECT FROM waiting_entries WHERE appointment_id = a.id)
    ORDER BY a.location, a.starts_at, a.id),
  cancelled AS (
    UPDATE appointments a SET status = 'cancelled', version = version + 1, remind_at = NULL FROM freed WHERE a.id = freed.id),
  waiting AS (
    INSERT INTO waiting_entries (patient_id, location, service_id, minutes, from_day, to_day, language, created_at)
    SELECT "patientId", location, service_id, extract(epoch FROM ends_at - starts_at)::int / 60, $2::timestamptz::date,
      $2::timestamptz::date + 14, 'en', $2::timestamptz - interval '3 days'
    FROM freed RETURNING id, location),
  told AS (
    INSERT INTO freed_times (location, doctor_id, starts_at, ends_at, freed_by, due_at, round)
    SELECT location, doctor_id, starts_at, ends_at, id, until, 1 FROM freed RETURNING id, location)
  INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until, call_at)
  SELECT gen_random_uuid(), waiting.id, told.id, location, freed.doctor_id, freed.starts_at, freed.ends_at,
    $2::timestamptz - interval '10 minutes', freed.until, $2
  FROM freed JOIN waiting USING (location) JOIN told USING (location)`
