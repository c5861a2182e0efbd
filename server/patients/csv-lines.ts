import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { FileRefused } from './file-refused.ts'

/** One record of a CSV file: its cells as they stand there, and the lines it takes, the first of the file being 1. */
export type CsvLine = { line: number; lastLine: number; cells: string[] }

/** Longest record, in bytes; only a quotation mark that is never closed makes one longer. */
const RECORD_BYTES = 20_000
/** Longest first line, in characters. */
const HEAD_LENGTH = 4_000

/**
 * The records of a CSV text (RFC 4180) whose cells are set apart by commas or, where its first line has more of them,
 * by semicolons. Empty lines are left out. No more is read than is taken. What comes before a place where it cannot be
 * read on is given first, up to a record or two.
 * @throws FileRefused when it cannot be read on, and what `text` throws
 */
export async function* csvLines(text: AsyncIterable<string>): AsyncGenerator<CsvLine, void> {
  const { head, rest } = await withFirstLine(text)
  const reading: Reading = { readable: Number.POSITIVE_INFINITY, failure: undefined }
  let next = 1
  let taken = 0
  // One is held back: of a text that fails in the middle the last may be the half of a record.
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
  /** How many records come before one that cannot be read. */
  readable: number
  /** Why the text ended before its end. */
  failure: { reason: unknown } | undefined
}

/** Records with the number of empty lines right before each. */
async function* parsed(text: AsyncIterable<string>, delimiter: string, reading: Reading) {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // Whether a record has all its cells, and whether its quotation marks are right, is told line by line.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_BYTES,
    // As errors they would take the records along that are read and not taken yet.
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
  // What goes wrong within it ends both sides, and is thrown where records are taken.
  pipeline(Readable.from(source()), parser, () => {})
  let before = 0
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield { cells: record, emptyLines: info.empty_lines - before }
    before = info.empty_lines
  }
}

type Parsed = { record: string[]; info: { empty_lines: number } }

// The parser's own count takes a line break of two signs within a cell for two.
const lineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

/** Reads until the first line that has something in it is there. */
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
