import type { Appointment } from '../../../../contract/appointments.ts'
import type { Listed as ListedOf } from '../../../ui/paged-list/use-changes-meanwhile.ts'

export type Row = Pick<Appointment, 'id' | 'version' | 'status' | 'appointment_date'>

/** A day, or a page of upcoming appointments followed by past ones. */
export type Listed = ListedOf<Row>

/** Ids by kind of change; `changed` may hold some that are no longer listed. */
export type Changes = { fresh: string[]; changed: string[]; cancelled: string[] }
export type ChangeCounts = { [kind in keyof Changes]: number }

/**
 * Counts a row that came or went only where its time is among the others': rows at the ends of a page may have moved
 * from or to the next page.
 * @param isFiltered whether rows may be missing because they no longer match
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

/** Whether an appointment at that time would be among these rows. */
function covers({ rows, isStart, isEnd, at }: Listed, instant: string, now: number): boolean {
  if (isStart && isEnd) return true
  const start = Date.parse(instant)
  // Past ones follow upcoming ones, latest first: no new one comes there, and time alone moves them.
  if (start <= now) return false
  const times = rows.map(({ appointment_date }) => Date.parse(appointment_date))
  const toCome = times.filter((time) => time > at)
  const [first = Number.POSITIVE_INFINITY] = toCome
  const [last, lastToCome] = [times.at(-1), toCome.at(-1)]
  const hasAllToCome = isEnd || last !== lastToCome
  return (isStart || start > first) && (hasAllToCome || start < (lastToCome ?? Number.NEGATIVE_INFINITY))
}
