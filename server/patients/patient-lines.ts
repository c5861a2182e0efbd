import { IMPORT_LINES_LIMIT, type PatientColumn } from '../../contract/patients.ts'
import { comparableClinicId } from '../../domain/contact.ts'
import { type CsvLine, csvLines } from './csv-lines.ts'
import { readHead } from './file-head.ts'
import { FileRefused } from './file-refused.ts'
import { type ImportedPatient, type LineRules, readPatient } from './patient-line.ts'
import { utf8Text } from './utf8-text.ts'

/** A line of a patients' file, and the patient on it or what is wrong with it. */
export type PatientLine = { line: number } & ({ patient: ImportedPatient } | { faults: string })

/**
 * Reads a patients' file. Lines come as they are taken, so that a file of any length needs no more memory than its
 * clinic ids do.
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
    const columns = readHead(first.value.cells)
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
    // What spreadsheets leave behind where rows were emptied.
    if (cells.every((cell) => cell === '')) continue
    count += 1
    if (count > IMPORT_LINES_LIMIT) {
      const most = IMPORT_LINES_LIMIT.toLocaleString('en')
      throw new FileRefused(`The file has more than ${most} lines. Please split it into several files.`)
    }
    yield { line: record.line, ...patientOf(record, cells, columns, rules, lineOfClinicId) }
  }
}

function patientOf(
  { line, lastLine }: CsvLine,
  cells: readonly string[],
  columns: readonly PatientColumn[],
  rules: LineRules,
  lineOfClinicId: Map<string, number>,
): { patient: ImportedPatient } | { faults: string } {
  // This is how a cell comes whose quotation marks do not match; it may have swallowed the next lines.
  if (cells.some((cell) => cell.startsWith('"'))) {
    return { faults: `${upTo(line, lastLine)}A quotation mark is missing, or is not doubled inside a cell.` }
  }
  if (cells.length !== columns.length) {
    return { faults: `${upTo(line, lastLine)}There are ${cells.length} cells and ${columns.length} columns.` }
  }
  const named = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
  const clinicId = comparableClinicId(named.clinic_id ?? '')
  const earlier = lineOfClinicId.get(clinicId)
  // Which of the two is right nobody can tell from here, even if the first one is wrong for another reason.
  if (earlier !== undefined) return { faults: `clinic_id: The same one stands in line ${earlier}.` }
  const result = readPatient(named, rules)
  // What is no clinic id is not kept, however long.
  if (clinicId !== '' && clinicId.length <= 64) lineOfClinicId.set(clinicId, line)
  return result
}

const upTo = (line: number, lastLine: number) => (lastLine > line ? `Up to line ${lastLine}: ` : '')

/** Accents as one sign, however they were typed; a cell of several lines, as addresses are, in one. */
const tidied = (cell: string) =>
  cell
    .normalize('NFC')
    .trim()
    .replace(/[ \t]*,?[ \t]*[\r\n]+\s*/g, ', ')
