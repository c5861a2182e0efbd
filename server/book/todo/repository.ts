import type { Pool, PoolClient } from 'pg'
import type { Todo } from '../../../contract/todo.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { patientDisplayName } from '../../../domain/patient-name.ts'
import type { Reach } from '../../../domain/rights.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { spokenTimeInSms } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'

/**
 * Open entries: of future appointments, as a cancelled appointment of yesterday needs no call; and of patients waiting
 * for a slot since midnight ($2), by the appointment's own id. At the locations $3; null: at all.
 */
const OPEN = `(
  SELECT t.id, t.kind, t.created_at, t.words, t.appointment_id, a.starts_at
  FROM todos t JOIN appointments a ON a.id = t.appointment_id
  WHERE t.done_at IS NULL AND t.kind <> 'walk_in_waiting' AND a.starts_at > $1
    AND ($3::text[] IS NULL OR a.location = ANY ($3))
  UNION ALL
  SELECT a.id, 'walk_in_waiting', a.waiting_since, NULL, a.id, a.starts_at
  FROM appointments a
  WHERE a.waiting_since >= $2 AND a.status <> 'cancelled' AND a.visit IS NULL
    AND ($3::text[] IS NULL OR a.location = ANY ($3))
    AND NOT EXISTS (SELECT FROM todos t WHERE t.appointment_id = a.id AND t.kind = 'walk_in_waiting'
                      AND t.done_at IS NOT NULL)
) AS t`

const within = (locations: string) =>
  `EXISTS (SELECT FROM appointments a WHERE a.id = appointment_id
           AND (${locations}::text[] IS NULL OR a.location = ANY (${locations})))`

type Question = {
  /** A code, or 'all'. */
  location: string
  page: number
  limit: number
}

/** One page of the to-do list, the next appointment first. */
export async function listTodos(
  pool: Pool,
  { location, page, limit }: Question,
  { now, clinic, reach }: { now: Date; clinic: Clinic; reach: Reach },
): Promise<{ rows: Todo[]; total: number }> {
  const { timeZone } = clinic
  const midnight = toInstant(clinicDate(now, timeZone), '00:00', timeZone)
  const values = [now, midnight, location === ALL_LOCATIONS ? reach.locations : [location]]
  const [listed, counted] = await Promise.all([
    pool.query(
      `SELECT t.id, t.kind, t.created_at AS "createdAt", t.words, a.id AS "appointmentId", a.reference, a.starts_at AS "startsAt",
         a.status, a.urgent, a.location, a.language, d.name AS doctor, ${NAME_COLUMNS}, p.phone, p.phone_e164 AS "phoneE164", p.email
       FROM (SELECT * FROM ${OPEN} ORDER BY starts_at, id LIMIT $4 OFFSET $5) AS t
       JOIN appointments a ON a.id = t.appointment_id JOIN patients p ON p.id = a.patient_id
       JOIN doctors d ON d.id = a.doctor_id
       ORDER BY a.starts_at, t.id`,
      [...values, limit, (page - 1) * limit],
    ),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${OPEN}`, values),
  ])
  const rows = listed.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: isoWithOffset(row.createdAt, timeZone),
    words: row.words,
    appointment: {
      id: row.appointmentId,
      reference: row.reference,
      appointment_date: isoWithOffset(row.startsAt, timeZone),
      status: row.status,
      urgent: row.urgent,
      location: row.location,
      doctor: row.doctor,
      name: patientDisplayName(row),
      phone_number: row.phone,
      phone: row.phoneE164,
      email: row.email,
    },
    text: readyText(row, clinic),
  }))
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

type Change = { staffId: string; reach: Reach; now: Date }

/**
 * Removes a patient from the list. Twice does no harm: the first note stays.
 * @returns whether there is such an entry, within reach
 */
export function finishTodo(
  pool: Pool,
  id: string,
  { note, staffId, reach, now }: Change & { note: string | null },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE todos SET done_at = $2, done_by = $3, note = $4 WHERE id = $1 AND done_at IS NULL AND ${within('$5')}`,
      [id, now, staffId, note, reach.locations],
    )
    // A waiting patient has no earlier entry, and is identified by the appointment's id.
    const { rowCount: waited } = await client.query(
      `INSERT INTO todos (kind, appointment_id, created_at, done_at, done_by, note)
       SELECT 'walk_in_waiting', a.id, a.waiting_since, $2, $3, $4 FROM appointments a
       WHERE a.id = $1 AND a.waiting_since IS NOT NULL AND ($5::text[] IS NULL OR a.location = ANY ($5))
       ON CONFLICT (appointment_id, kind) DO UPDATE SET done_at = $2, done_by = $3, note = $4
         WHERE todos.done_at IS NULL`,
      [id, now, staffId, note, reach.locations],
    )
    if (rowCount === 1 || waited === 1) {
      await markWish(client, id, false)
      await audit(client, { staffId, action: 'todo.done', subject: { kind: 'todo', id } })
      return true
    }
    return isEntry(client, id, reach)
  })
}

/**
 * Puts a patient back on the list, without the note. Twice does no harm.
 * @returns whether there is such an entry, within reach
 */
export function reopenTodo(
  pool: Pool,
  id: string,
  { staffId, reach }: Omit<Change, 'now'>,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE todos SET done_at = NULL, done_by = NULL, note = NULL
       WHERE ${BY_ID} AND done_at IS NOT NULL AND ${within('$2')}`,
      [id, reach.locations],
    )
    if (rowCount === 1) {
      await markWish(client, id, true)
      await audit(client, { staffId, action: 'todo.reopened', subject: { kind: 'todo', id } })
      return true
    }
    return isEntry(client, id, reach)
  })
}

/** The mark at the appointment of a patient who would like a call is removed with the entry, and comes back with it. */
async function markWish(client: PoolClient, id: string, isWanted: boolean): Promise<void> {
  const { rows } = await client.query<{ id: string; location: string; version: number }>(
    `UPDATE appointments a SET version = version + 1,
       marks = array_remove(marks, 'asked_to_call') || CASE WHEN $2 THEN '{asked_to_call}' ELSE '{}' END::text[]
     FROM todos t WHERE t.id = $1 AND t.kind = 'asked_to_call' AND a.id = t.appointment_id
     RETURNING a.id, a.location, a.version`,
    [id, isWanted],
  )
  await notify(
    client,
    ...rows.map((row) => ({ type: 'appointment' as const, change: 'changed' as const, ...row })),
  )
}

/** An entry by its own id ($1), or by the waiting appointment's. */
const BY_ID = `(id = $1 OR appointment_id = $1 AND kind = 'walk_in_waiting')`

async function isEntry(db: Pick<Pool, 'query'>, id: string, { locations }: Reach): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM todos WHERE ${BY_ID} AND ${within('$2')}`, [id, locations])
  return rowCount === 1
}

/**
 * Lists a patient whom no message reached, once per appointment and kind; again, after an earlier removal, as this is
 * another message. A deleted appointment is ignored.
 */
export async function addTodo(
  db: Pick<Pool, 'query'>,
  kind: Todo['kind'],
  appointmentId: string,
): Promise<void> {
  await db.query(
    `INSERT INTO todos (kind, appointment_id) SELECT $1, id FROM appointments WHERE id = $2
     ON CONFLICT (appointment_id, kind) DO UPDATE SET created_at = now(), done_at = NULL, done_by = NULL, note = NULL
       WHERE todos.done_at IS NOT NULL`,
    [kind, appointmentId],
  )
}

/** A patient's request, which is listed again after an earlier removal. */
type Wish = 'asked_to_call' | 'cancel_too_late' | 'reply_not_understood'

/**
 * Lists a patient with a request for the desk, once per appointment and kind; the latest words count.
 * @param words of the patient
 * @returns whether they were not on the list yet
 */
export async function addWish(
  db: Pick<Pool, 'query'>,
  kind: Wish,
  appointmentId: string,
  { now, words = null }: { now: Date; words?: string | null },
): Promise<boolean> {
  const { rows } = await db.query<{ wasOpen: boolean }>(
    `WITH before AS (SELECT done_at IS NULL AS open FROM todos WHERE appointment_id = $2 AND kind = $1)
     INSERT INTO todos (kind, appointment_id, created_at, words) VALUES ($1, $2, $3, $4)
     ON CONFLICT (appointment_id, kind) DO UPDATE SET words = excluded.words, done_at = NULL, done_by = NULL, note = NULL,
       created_at = CASE WHEN todos.done_at IS NULL THEN todos.created_at ELSE excluded.created_at END
     RETURNING coalesce((SELECT open FROM before), false) AS "wasOpen"`,
    [kind, appointmentId, now, words],
  )
  return rows[0]?.wasOpen === false
}

/** The same for a booking or move by the desk that no message has announced. */
export async function addUntold(db: Pick<Pool, 'query'>, appointmentId: string): Promise<void> {
  const { rows } = await db.query<{ isNew: boolean }>(
    'SELECT told IS NULL AS "isNew" FROM appointments WHERE id = $1',
    [appointmentId],
  )
  await addTodo(db, rows[0]?.isNew ? 'booking_not_sent' : 'move_not_sent', appointmentId)
}

type Visit = {
  kind: Todo['kind']
  status: Todo['appointment']['status']
  reference: string
  startsAt: Date
  location: string
  /** The patient's language of messages. */
  language: string
}

/** Text for a patient who is to be called, in their language: the undelivered message, or its subject. */
function readyText(
  { kind, status, reference, startsAt, location, language }: Visit,
  { name, timeZone, locations, languages }: Pick<Clinic, 'name' | 'timeZone' | 'locations' | 'languages'>,
): string {
  const texts = textsIn(isoLanguage(offeredLanguage(language, languages)))
  const place = locations.find(({ code }) => code === location)
  const phone = place?.phone ?? ''
  const values = {
    clinic: oneLine(name),
    when: spokenTimeInSms(startsAt, timeZone, texts),
    place: oneLine(place?.name ?? location),
    reference: oneLine(reference),
    phone,
  }
  const withDesk = <Key extends 'sms.booked' | 'sms.cancelled'>(key: Key) =>
    texts.say(phone === '' ? `${key}WithoutPhone` : key, values)
  if (status === 'cancelled') return withDesk('sms.cancelled')
  if (kind === 'booking_not_sent') return withDesk('sms.booked')
  return texts.say(kind === 'move_not_sent' ? 'todo.moved' : 'todo.about', values)
}
