import type { Pool } from 'pg'
import type { Todo } from '../../contract/todo.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import { patientDisplayName } from '../../domain/patient-name.ts'
import type { Reach } from '../../domain/rights.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { NAME_COLUMNS } from '../patients/name-columns.ts'

/** What is open, of visits that have not been yet: nobody needs to hear of a cancelled visit of yesterday. */
const OPEN = `FROM todos t JOIN appointments a ON a.id = t.appointment_id WHERE t.done_at IS NULL AND a.starts_at > $1
  AND ($2::text[] IS NULL OR a.location = ANY ($2))`

const within = (locations: string) =>
  `EXISTS (SELECT FROM appointments a WHERE a.id = appointment_id
           AND (${locations}::text[] IS NULL OR a.location = ANY (${locations})))`

/** One page of who is to be called, the next visit first. */
export async function listTodos(
  pool: Pool,
  { page, limit }: { page: number; limit: number },
  { now, timeZone, reach }: { now: Date; timeZone: string; reach: Reach },
): Promise<{ rows: Todo[]; total: number }> {
  const [listed, counted] = await Promise.all([
    pool.query(
      `SELECT t.id, t.kind, t.created_at AS "createdAt", a.id AS "appointmentId", a.reference, a.starts_at AS "startsAt",
         a.location, d.name AS doctor, ${NAME_COLUMNS}, p.phone, p.email
       FROM (SELECT t.id, t.kind, t.created_at, t.appointment_id, a.starts_at ${OPEN}
             ORDER BY a.starts_at, t.id LIMIT $3 OFFSET $4) AS t
       JOIN appointments a ON a.id = t.appointment_id JOIN patients p ON p.id = a.patient_id
       JOIN doctors d ON d.id = a.doctor_id
       ORDER BY a.starts_at, t.id`,
      [now, reach.locations, limit, (page - 1) * limit],
    ),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${OPEN}`, [now, reach.locations]),
  ])
  const rows = listed.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: isoWithOffset(row.createdAt, timeZone),
    appointment: {
      id: row.appointmentId,
      reference: row.reference,
      appointment_date: isoWithOffset(row.startsAt, timeZone),
      location: row.location,
      doctor: row.doctor,
      name: patientDisplayName(row),
      phone_number: row.phone,
      email: row.email,
    },
  }))
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Takes somebody off the list. Twice does no harm: the first note stays.
 * @returns whether there is such an entry, within reach
 */
export function finishTodo(
  pool: Pool,
  id: string,
  { note, staffId, reach, now }: { note: string | null; staffId: string; reach: Reach; now: Date },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE todos SET done_at = $2, done_by = $3, note = $4 WHERE id = $1 AND done_at IS NULL AND ${within('$5')}`,
      [id, now, staffId, note, reach.locations],
    )
    if (rowCount === 1) {
      await audit(client, { staffId, action: 'todo.done', subject: { kind: 'todo', id } })
      return true
    }
    return (
      (await client.query(`SELECT FROM todos WHERE id = $1 AND ${within('$2')}`, [id, reach.locations]))
        .rowCount === 1
    )
  })
}

/** Lists a patient whom no message reached, once per visit. A visit that is gone is nobody's. */
export async function addTodo(
  db: Pick<Pool, 'query'>,
  kind: Todo['kind'],
  appointmentId: string,
): Promise<void> {
  await db.query(
    `INSERT INTO todos (kind, appointment_id) SELECT $1, id FROM appointments WHERE id = $2
     ON CONFLICT (appointment_id, kind) DO NOTHING`,
    [kind, appointmentId],
  )
}

/** The same for whom no message about what the desk booked or moved has reached. */
export async function addUntold(db: Pick<Pool, 'query'>, appointmentId: string): Promise<void> {
  const { rows } = await db.query<{ isNew: boolean }>(
    'SELECT told IS NULL AS "isNew" FROM appointments WHERE id = $1',
    [appointmentId],
  )
  await addTodo(db, rows[0]?.isNew ? 'booking_not_sent' : 'move_not_sent', appointmentId)
}
