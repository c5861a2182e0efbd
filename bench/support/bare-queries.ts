import { addDays, clinicDate, toInstant } from '../../domain/clinic-time.ts'
import { STORED_COLUMNS, STORED_JOINS } from '../../server/book/visits/appointment-row.ts'
import { benchClinic } from './clinic.ts'

/** Ten rows of one range of an index, and what the list shows of them: the least that the first page of a location takes. */
export const FIRST_PAGE = `SELECT ${STORED_COLUMNS}
   FROM (SELECT * FROM appointments a WHERE a.location = 'fct' AND a.status = 'open' AND a.starts_at > now()
         ORDER BY a.starts_at, a.id LIMIT 10) a ${STORED_JOINS} ORDER BY a.starts_at, a.id`

/** What is taken at Abuja on the day so many days from today, with its values. */
export function bareDay(daysAhead: number): [text: string, values: Date[]] {
  const { timeZone } = benchClinic
  const day = addDays(clinicDate(new Date(), timeZone), daysAhead)
  return [
    `SELECT doctor_id, starts_at, ends_at FROM appointments
     WHERE location = 'fct' AND starts_at >= $1 AND starts_at < $2 AND status <> 'cancelled'`,
    [toInstant(day, '00:00', timeZone), toInstant(addDays(day, 1), '00:00', timeZone)],
  ]
}
