import type { Appointment } from '../../../../contract/appointments.ts'
import type { Listed as ListedOf } from '../../../ui/paged-list/use-changes-meanwhile.ts'

export type Row = Pick<Appointment, 'id' | 'version' | 'status' | 'appointment_date'>

/** Rows of a list of appointments as the page shows them: a day, or a page of those to come and then those past. */
export type Listed = ListedOf<Row>

/** Appointments by what has happened to them; `changed` may hold some that are listed no more. */
export type Changes = { fresh: string[]; changed: string[]; cancelled: string[] }
export type ChangeCounts = { [kind in keyof Changes]: number }

/**
 * What has happened to what was on the screen. A row that came or went counts only where its time lies among the others':
 * what stands at the ends of a page may have come from the next one, or gone there.
 * @param isFiltered whether rows may be missing since they are no longer what is asked for
 */
export function changesSince(before: Listed, after: Listed, isFiltered: boolean): Changes {
  const was = new Map(before.rows.map((row) => [row.id, row]))
  const is = new Map(after.rows.map((row) => [row.id, row]))
  const changes: Changes = { fresh: [], changed: [], cancelled: [] }
  for (const { id, status, version, appointment_date } of after.rows) {
    const old = was.get(id)
    if (!old && status !== 'cancelled' && covers(before, appointment_date, after.at)) changes.fresh.push(id)
    if (!old || old.version >= version) continue
    const isCancelled = status === 'cancelled' && old.status !== 'cancelled'
    changes[isCancelled ? 'cancelled' : 'changed'].push(id)
  }
  for (const { id, status, appointment_date } of before.rows) {
    if (is.has(id) || status === 'cancelled' || !covers(after, appointment_date, after.at)) continue
    changes[isFiltered ? 'changed' : 'cancelled'].push(id)
  }
  return changes
}

/** Whether an appointment of that time, if there is one, would stand among these rows. */
function covers({ rows, isStart, isEnd, at }: Listed, instant: string, now: number): boolean {
  if (isStart && isEnd) return true
  const start = Date.parse(instant)
  // Past ones stand after those to come, the latest first: no new one comes there, and time alone moves them.
  if (start <= now) return false
  const times = rows.map(({ appointment_date }) => Date.parse(appointment_date))
  const toCome = times.filter((time) => time > at)
  const [first = Number.POSITIVE_INFINITY] = toCome
  const [last, lastToCome] = [times.at(-1), toCome.at(-1)]
  const hasAllToCome = isEnd || last !== lastToCome
  return (isStart || start > first) && (hasAllToCome || start < (lastToCome ?? Number.NEGATIVE_INFINITY))
}
