import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, clinicTime, twelveHourTime } from '../../../domain/clinic-time.ts'
import { BYTE_ORDER_MARK, csvRows } from '../../../domain/csv.ts'
import type { StoredAppointment } from '../visits/appointment-row.ts'

export type ExportedAppointment = StoredAppointment & { createdAt: Date }
export type Place = Pick<Clinic, 'timeZone'> & { locations: readonly { code: string; name: string }[] }

/** Labels of the list's filter. */
const STATUS_WORDS = { open: 'Pending', confirmed: 'Confirmed', cancelled: 'Cancelled' } as const

const COLUMNS: [heading: string, of: (row: ExportedAppointment, place: Place) => string][] = [
  ['Reference', ({ reference }) => reference],
  ['Location', ({ location }, place) => locationName(location, place)],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Middle name', ({ middleName }) => middleName],
  ['Title', ({ title }) => title],
  ['Raw ID', ({ rawId }) => rawId],
  ['Address', ({ address }) => address],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Date', ({ startsAt }, { timeZone }) => clinicDate(startsAt, timeZone)],
  ['Time', ({ startsAt }, { timeZone }) => timeShown(startsAt, timeZone)],
  ['Status', ({ status }) => STATUS_WORDS[status]],
  ['Service', ({ serviceText }) => serviceText],
  ['Doctor', ({ doctorName }) => doctorName],
  ['Complaint', ({ complaint }) => complaint],
  [
    'Booked at',
    ({ createdAt }, { timeZone }) => `${clinicDate(createdAt, timeZone)} ${timeShown(createdAt, timeZone)}`,
  ],
]

/** Rows of the file in clinic time. The first portion has the headings and a byte order mark. */
export function csvOf(rows: readonly ExportedAppointment[], place: Place, isFirst: boolean): string {
  const records = rows.map((row) => COLUMNS.map(([, of]) => of(row, place)))
  return isFirst
    ? BYTE_ORDER_MARK + csvRows([COLUMNS.map(([heading]) => heading), ...records])
    : csvRows(records)
}

/** Shows the code of a location that was removed from clinic.config.ts. */
function locationName(code: string, { locations }: Place): string {
  return locations.find((location) => location.code === code)?.name ?? code
}

function timeShown(instant: Date, timeZone: string): string {
  return twelveHourTime(clinicTime(instant, timeZone))
}
