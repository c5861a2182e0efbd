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
 * by semicolons. Empty lines are left out. No more is read than is taken.
 * @throws FileRefused when it cannot be read on
 */
export async function* csvLines(text: AsyncIterable<string>): AsyncGenerator<CsvLine, void> {
  /** How many records come before one that cannot be read. */
  let readable = Number.POSITIVE_INFINITY
  const { head, rest } = await withFirstLine(text)
  const parser = parse({
    delimiter: delimiterOf(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // Whether a record has all its cells, and whether its quotation marks are right, is told line by line.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_BYTES,
    // As an error it would take the records before it along that are read and not taken yet.
    skip_records_with_error: true,
    on_skip: (error) => {
      readable = Math.min(readable, Number(error?.records))
    },
    info: true,
  })
  const source = until(rest, () => readable < Number.POSITIVE_INFINITY)
  // What goes wrong on either side ends the other, and is thrown where records are taken.
  pipeline(Readable.from(source), parser, () => {})
  let next = 1
  let taken = 0
  let emptyLines = 0
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    if (taken === readable) break
    taken += 1
    const line = next + info.empty_lines - emptyLines
    const lastLine = line + lineBreaks(record)
    yield { line, lastLine, cells: record }
    next = lastLine + 1
    emptyLines = info.empty_lines
  }
  if (readable < Number.POSITIVE_INFINITY) {
    throw new FileRefused(
      `The file cannot be read from line ${next} on: a quotation mark is not closed, or the line is too long.`,
    )
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

async function* until<T>(all: AsyncGenerator<T, void>, isOver: () => boolean): AsyncGenerator<T, void> {
  for await (const each of all) {
    if (isOver()) return
    yield each
  }
}

const delimiterOf = (head: string) => (head.split(';').length > head.split(',').length ? ';' : ',')
