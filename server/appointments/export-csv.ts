import { stringify } from 'csv-stringify/sync'
import type { Clinic } from '../../domain/clinic.ts'
import { clinicDate, clinicTime, twelveHourTime } from '../../domain/clinic-time.ts'
import type { StoredAppointment } from './stored.ts'

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

/**
 * Rows of a CSV file (RFC 4180) in clinic time. The first portion has the headings and a byte order mark, by
 * which spreadsheets detect UTF-8. No cell begins like a formula.
 */
export function csvOf(rows: readonly ExportedAppointment[], place: Place, isFirst: boolean): string {
  const records = rows.map((row) => COLUMNS.map(([, of]) => withoutFormulasInside(of(row, place))))
  return stringify(records, {
    header: isFirst,
    bom: isFirst,
    columns: COLUMNS.map(([heading]) => heading),
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
  })
}

/**
 * `escape_formulas` checks only the start of a text. A spreadsheet that splits at other characters than
 * commas, as in many countries, starts a cell after each of them.
 */
function withoutFormulasInside(text: string): string {
  return text.replace(/([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'")
}

/** Shows the code of a location that was removed from clinic.config.ts. */
function locationName(code: string, { locations }: Place): string {
  return locations.find((location) => location.code === code)?.name ?? code
}

function timeShown(instant: Date, timeZone: string): string {
  return twelveHourTime(clinicTime(instant, timeZone))
}
