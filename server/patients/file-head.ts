import { PATIENT_COLUMNS, type PatientColumn, REQUIRED_PATIENT_COLUMNS } from '../../contract/patients.ts'
import { FileRefused } from './file-refused.ts'

const LONGEST_SHOWN = 40
const MOST_SHOWN = 10

/**
 * The columns of a patients file, in order, from its first line; case is ignored.
 * @throws FileRefused when a column is missing, unknown or repeated
 */
export function readHead(cells: readonly string[]): PatientColumn[] {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const known = names.filter(isColumn)
  // Without a head the first line is a patient, whose data must not be repeated.
  if (known.length === 0) {
    throw new FileRefused(`The first line of the file must name its columns: ${PATIENT_COLUMNS.join(', ')}.`)
  }
  const missing = REQUIRED_PATIENT_COLUMNS.filter((name) => !known.includes(name))
  const unknown = names.filter((name) => !isColumn(name))
  const twice = known.filter((name, at) => known.indexOf(name) !== at)
  const faults = [
    ...(missing.length > 0 ? [`There is no column ${listed(missing)}.`] : []),
    ...(unknown.length > 0 ? [`There is no such column as ${listed(unknown)}.`] : []),
    ...(twice.length > 0 ? [`More than one column is called ${listed(twice)}.`] : []),
  ]
  if (faults.length > 0) {
    throw new FileRefused(`${faults.join(' ')} Columns are ${PATIENT_COLUMNS.join(', ')}.`)
  }
  return known
}

const isColumn = (name: string): name is PatientColumn => PATIENT_COLUMNS.some((column) => column === name)

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_SHOWN).map((name) => `“${readable(name)}”`)
  return names.length > MOST_SHOWN ? `${shown.join(', ')}, ...` : shown.join(', ')
}

const readable = (name: string) => name.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').slice(0, LONGEST_SHOWN)
