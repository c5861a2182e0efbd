import {
  IMPORT_LINES_LIMIT,
  PATIENT_COLUMNS,
  type PatientColumn,
  REQUIRED_PATIENT_COLUMNS,
} from '../../../contract/patients.ts'
import { comparableClinicId } from '../../../domain/contact.ts'
import { type CsvLine, csvLines, faultOf, tidied } from '../../platform/imports/csv-lines.ts'
import { readHead } from '../../platform/imports/file-head.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { utf8Text } from '../../platform/imports/utf8-text.ts'
import { type ImportedPatient, type LineRules, readPatient } from './patient-line.ts'

/** A line with its patient, or its faults. */
export type PatientLine = { line: number } & ({ patient: ImportedPatient } | { faults: string })

const HEAD = { columns: PATIENT_COLUMNS, required: REQUIRED_PATIENT_COLUMNS }

/**
 * Reads a patients file as a stream, so that memory is needed only for its clinic ids.
 * @throws FileRefused when it cannot be read, or not from some line on
 */
export async function readPatients(
  bytes: AsyncIterable<Uint8Array>,
  rules: LineRules,
): Promise<{ columns: PatientColumn[]; lines: AsyncGenerator<PatientLine, void> }> {
  const records = csvLines(utf8Text(bytes))
  const first = await records.next()
  if (first.done) throw new FileRefused('The file is empty.')
  try {
    const columns = readHead(first.value.cells, HEAD)
    return { columns, lines: patientLines(records, columns, rules) }
  } catch (error) {
    await records.return()
    throw error
  }
}

async function* patientLines(
  records: AsyncGenerator<CsvLine, void>,
  columns: readonly PatientColumn[],
  rules: LineRules,
): AsyncGenerator<PatientLine, void> {
  const lineOfClinicId = new Map<string, number>()
  let count = 0
  for await (const record of records) {
    const cells = record.cells.map(tidied)
    // Spreadsheets leave such lines where rows were emptied.
    if (!record.fault && cells.every((cell) => cell === '')) continue
    count += 1
    if (count > IMPORT_LINES_LIMIT) {
      const most = IMPORT_LINES_LIMIT.toLocaleString('en')
      throw new FileRefused(`The file has more than ${most} lines. Please split it into smaller files.`)
    }
    yield { line: record.line, ...patientOf(record, cells, columns, rules, lineOfClinicId) }
  }
}

function patientOf(
  record: CsvLine,
  cells: readonly string[],
  columns: readonly PatientColumn[],
  rules: LineRules,
  lineOfClinicId: Map<string, number>,
): { patient: ImportedPatient } | { faults: string } {
  const fault = faultOf(record, cells, columns.length)
  if (fault) return { faults: fault }
  const named = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
  const clinicId = comparableClinicId(named.clinic_id ?? '')
  const earlier = lineOfClinicId.get(clinicId)
  // It is unknown which of the two is right, even if the first is wrong for another reason.
  if (earlier !== undefined) return { faults: `clinic_id: The same one stands in line ${earlier}.` }
  const result = readPatient(named, rules)
  // Invalid clinic ids are not stored, whatever their length.
  if (clinicId !== '' && clinicId.length <= 64) lineOfClinicId.set(clinicId, record.line)
  return result
}
