import { IMPORT_LINES_LIMIT } from '../../../contract/patients.ts'
import { type CsvLine, csvLines, faultOf, tidied } from '../../platform/imports/csv-lines.ts'
import { readHead } from '../../platform/imports/file-head.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { BOOK_COLUMNS, type BookColumn, type BookLine, REQUIRED_BOOK_COLUMNS } from './columns.ts'
import type { Words } from './words.ts'

const HEAD = { columns: BOOK_COLUMNS, required: REQUIRED_BOOK_COLUMNS }

/**
 * The lines of a book as CSV, read as a stream.
 * @throws FileRefused when it cannot be read, or not from some line on
 */
export async function* csvBook(
  text: AsyncIterable<string>,
  words: Pick<Words, 'column'>,
): AsyncGenerator<BookLine, void> {
  let columns: BookColumn[] | undefined
  let count = 0
  for await (const record of csvLines(text)) {
    if (!columns) {
      columns = readHead(record.cells.map(words.column), HEAD)
      continue
    }
    const cells = record.cells.map(tidied)
    if (!record.fault && cells.every((cell) => cell === '')) continue
    count += 1
    if (count > IMPORT_LINES_LIMIT) throw tooMany()
    yield { line: record.line, ...named(record, cells, columns) }
  }
  if (!columns) throw new FileRefused('The file is empty.')
}

export const tooMany = () =>
  new FileRefused(
    `The file has more than ${IMPORT_LINES_LIMIT.toLocaleString('en')} visits. Please split it into smaller files.`,
  )

function named(record: CsvLine, cells: readonly string[], columns: readonly BookColumn[]) {
  const fault = faultOf(record, cells, columns.length)
  if (fault) return { faults: fault }
  return { cells: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) }
}
