import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { FileRefused } from './file-refused.ts'

/** A CSV record: raw cells and its lines, counted from 1. */
export type CsvLine = { line: number; lastLine: number; cells: string[] }

/** Longest record, in bytes; only an unclosed quotation mark makes a longer one. */
const RECORD_BYTES = 20_000
/** Longest first line, in characters. */
const HEAD_LENGTH = 4_000

/**
 * Parses a CSV text (RFC 4180), separated by commas, or by semicolons if the first line has more of them.
 * Skips empty lines and reads on demand. Records before an unreadable place are returned first, up to a
 * record or two.
 * @throws FileRefused at an unreadable place, and the errors of `text`
 */
export async function* csvLines(text: AsyncIterable<string>): AsyncGenerator<CsvLine, void> {
  const { head, rest } = await withFirstLine(text)
  const reading: Reading = { readable: Number.POSITIVE_INFINITY, failure: undefined }
  let next = 1
  let taken = 0
  // Delays one record: if the text fails midway the last may be incomplete.
  let held: CsvLine | undefined
  for await (const { cells, emptyLines } of parsed(rest, delimiterOf(head), reading)) {
    if (held) yield held
    held = undefined
    if (taken === reading.readable) break
    taken += 1
    const line = next + emptyLines
    held = { line, lastLine: line + lineBreaks(cells), cells }
    next = held.lastLine + 1
  }
  if (reading.failure) throw reading.failure.reason
  if (held) yield held
  if (taken === reading.readable) {
    throw new FileRefused(
      `The file cannot be read from line ${next} on: a quotation mark is not closed, or the line is too long.`,
    )
  }
}

type Reading = {
  readable: number
  failure: { reason: unknown } | undefined
}

/** Also counts the empty lines before each record. */
async function* parsed(text: AsyncIterable<string>, delimiter: string, reading: Reading) {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // Missing cells and wrong quotation marks are reported per line.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_BYTES,
    // Thrown errors would discard records that are parsed but not yet taken.
    skip_records_with_error: true,
    on_skip: (error) => {
      reading.readable = Math.min(reading.readable, Number(error?.records))
    },
    info: true,
  })
  async function* source() {
    try {
      for await (const portion of text) {
        if (reading.readable < Number.POSITIVE_INFINITY) return
        yield portion
      }
    } catch (reason) {
      reading.failure = { reason }
    }
  }
  // An error ends both sides, and is thrown to whoever takes records.
  pipeline(Readable.from(source()), parser, () => {})
  let before = 0
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield { cells: record, emptyLines: info.empty_lines - before }
    before = info.empty_lines
  }
}

type Parsed = { record: string[]; info: { empty_lines: number } }

// The parser's own count treats a CRLF within a cell as two.
const lineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

async function withFirstLine(text: AsyncIterable<string>) {
  const portions = text[Symbol.asyncIterator]()
  let begun = ''
  for (;;) {
    const head = /^\s*(\S[^\r\n]*)[\r\n]/.exec(begun)?.[1]
    if (head !== undefined || begun.length > HEAD_LENGTH) {
      return { head: head ?? '', rest: joined(begun, portions) }
    }
    const { done, value } = await portions.next()
    if (done) return { head: begun, rest: joined(begun, portions) }
    begun += value
  }
}

async function* joined(begun: string, portions: AsyncIterator<string>): AsyncGenerator<string, void> {
  try {
    if (begun !== '') yield begun
    for (;;) {
      const { done, value } = await portions.next()
      if (done) return
      yield value
    }
  } finally {
    await portions.return?.()
  }
}

const delimiterOf = (head: string) => (head.split(';').length > head.split(',').length ? ';' : ',')

/** What is wrong with a record as a whole; null: nothing. @param cells tidied */
export function faultOf(
  { line, lastLine }: Omit<CsvLine, 'cells'>,
  cells: readonly string[],
  columns: number,
): string | null {
  const upTo = lastLine > line ? `Up to line ${lastLine}: ` : ''
  // A cell with unbalanced quotation marks, which may have swallowed the next lines.
  if (cells.some((cell) => cell.startsWith('"'))) {
    return `${upTo}A quotation mark is missing, or is not doubled inside a cell.`
  }
  return cells.length === columns ? null : `${upTo}There are ${cells.length} cells and ${columns} columns.`
}

/** Composes accents, however they were typed, and joins a cell's lines, as in addresses. */
export const tidied = (cell: string) =>
  cell
    .normalize('NFC')
    .trim()
    .replace(/[ \t]*,?[ \t]*[\r\n]+\s*/g, ', ')
