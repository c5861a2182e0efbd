import type { Pool } from 'pg'
import type { Appointment } from '../../contract/appointments.ts'
import type { Clinic } from '../../domain/clinic.ts'
import type { BlockersNow } from '../blockers/current.ts'
import { type AppointmentFilter, type Condition, conditionOf } from './filter.ts'
import { asAppointment, STORED_COLUMNS, STORED_JOINS, type StoredAppointment } from './stored.ts'

export type AppointmentQuestion = AppointmentFilter & { page: number; limit: number }

type Parts = { pool: Pick<Pool, 'query'>; blockers: BlockersNow }

/**
 * One page of the appointments that are asked for, and how many there are. Those to come are first, the soonest at
 * the top, then the past ones, the latest first. One that is under way is still to come.
 */
export async function listAppointments(
  { pool, blockers }: Parts,
  question: AppointmentQuestion,
  clinic: Pick<Clinic, 'timeZone' | 'country'>,
  now: Date,
): Promise<{ rows: Appointment[]; total: number }> {
  const condition = conditionOf(question, clinic)
  const { page, limit } = question
  const [rows, total] = await Promise.all([
    forward(pool, condition, now, (page - 1) * limit, limit),
    count(pool, condition),
  ])
  const moment = { timeZone: clinic.timeZone, blockers, now }
  return { rows: rows.map((row) => asAppointment(row, moment)), total }
}

async function count(pool: Parts['pool'], { text, values }: Condition): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM appointments a WHERE ${text}`,
    values,
  )
  return rows[0]?.total ?? 0
}

async function forward(
  pool: Parts['pool'],
  condition: Condition,
  now: Date,
  skip: number,
  take: number,
): Promise<StoredAppointment[]> {
  const values = [...condition.values, now]
  const at = `$${values.length}::timestamptz`
  const toCome = `${condition.text} AND a.ends_at > ${at} AND a.starts_at > ${at} - interval '4 hours'`
  const past = `${condition.text} AND a.ends_at <= ${at} AND a.starts_at < ${at}`
  const select = async (where: string, order: string, offset: string) => {
    const { rows } = await pool.query<StoredAppointment>(
      `SELECT ${STORED_COLUMNS}
       FROM (SELECT a.id AS found FROM appointments a WHERE ${where} ORDER BY ${order}
             LIMIT $${values.length + 1} OFFSET ${offset}) f
       JOIN appointments a ON a.id = f.found ${STORED_JOINS} ORDER BY ${order}`,
      [...values, take, skip],
    )
    return rows
  }
  const $skip = `$${values.length + 2}::int`
  const first = await select(toCome, 'a.starts_at, a.id', $skip)
  if (first.length === take) return first
  const count = `(SELECT count(*) FROM appointments a WHERE ${toCome})`
  const second = await select(past, 'a.starts_at DESC, a.id DESC', `greatest(0, ${$skip} - ${count})`)
  return [...first, ...second.slice(0, take - first.length)]
}
