import { FileRefused } from './file-refused.ts'
import { linesOf } from './text-lines.ts'
import { isUnreadable, notUtf8, UNREADABLE_LINE } from './utf8-text.ts'

/** A CSV record: raw cells, and the line it begins in, counted from 1. */
export type CsvLine = { line: number; cells: string[]; fault: string | null }

/** Longest record, in characters; only an unclosed quotation mark makes a longer one. */
const RECORD_LENGTH = 20_000

const MISSING_QUOTE = "A quotation mark is missing or isn't doubled inside a cell."
/** Excel's own way to name the separator, in a line of its own before the head, which it fills up like any other. */
const SEPARATOR_LINE = /^\ufeff?"?sep *= *([,;\t|])"?[,;|\s]*$/i

/**
 * Parses a CSV text (RFC 4180), separated by commas, or by semicolons, tabs or bars if the head has more of them, or by
 * the separator in a line 'sep='. The first record is the head. Skips empty lines, and empty cells behind the head's.
 * An unreadable record is one wrong line: the text after a stray quotation mark is read again from the next line on.
 * @throws FileRefused when the head cannot be read, and the errors of `text`
 */
export async function* csvLines(text: AsyncIterable<string>): AsyncGenerator<CsvLine, void> {
  const source = lineSource(linesOf(text, RECORD_LENGTH))
  let separator: string | undefined
  let columns: number | undefined
  for (let first = await source.written(); first !== undefined; first = await source.written()) {
    const { line } = source
    const named = columns === undefined ? SEPARATOR_LINE.exec(first)?.[1] : undefined
    if (named) {
      separator = named
      source.skip(1)
      continue
    }
    separator ??= separatorOf(first)
    const { cells, fault, lines } = await recordAt(source, separator, columns)
    source.skip(lines)
    if (columns === undefined) {
      if (fault) throw new FileRefused(`The file can't be read from line ${line} on: ${fault}`)
      if (cells.some(isUnreadable)) throw notUtf8(line)
      columns = withoutEmptyEnd(cells, 0).length
    }
    yield { line, cells: withoutEmptyEnd(cells, columns), fault }
  }
}

type Source = ReturnType<typeof lineSource>

/** Lines to look ahead in. */
function lineSource(portions: AsyncGenerator<string[], void>) {
  let lines: string[] = []
  let next = 0
  let line = 1
  async function at(offset: number): Promise<string | undefined> {
    while (next + offset >= lines.length) {
      const { done, value } = await portions.next()
      if (done) return undefined
      lines = next === lines.length ? value : [...lines.slice(next), ...value]
      next = 0
    }
    return lines[next + offset]
  }
  return {
    at,
    /** Number of the line at 0. */
    get line() {
      return line
    },
    /** Skips empty lines. @returns the next one that is not */
    async written(): Promise<string | undefined> {
      for (;;) {
        for (; next < lines.length; next++, line++) if (lines[next]?.trim() !== '') return lines[next]
        if ((await at(0)) === undefined) return undefined
      }
    },
    skip(count: number) {
      next += count
      line += count
    },
  }
}

type Record = { cells: string[]; fault: string | null; lines: number }

/** The record that begins here. One of several lines that does not fit the head has a stray quotation mark. */
async function recordAt(source: Source, separator: string, columns: number | undefined): Promise<Record> {
  const reading = cellReader(separator)
  let length = 0
  let first = ''
  for (let lines = 1; ; lines++) {
    const line = await source.at(lines - 1)
    if (lines === 1) first = line ?? ''
    length += line?.length ?? 0
    const wrong = (fault: string): Record => ({ cells: [first], fault, lines: 1 })
    if (line === undefined || length > RECORD_LENGTH) {
      return wrong(first.length > RECORD_LENGTH ? 'The line is too long.' : MISSING_QUOTE)
    }
    const state = reading.read(line)
    if (state === 'open') continue
    const isOdd =
      lines > 1 &&
      (reading.hasStray || (columns ?? 0) !== withoutEmptyEnd(reading.cells, columns ?? 0).length)
    if (state === 'broken' || isOdd) return wrong(MISSING_QUOTE)
    return { cells: reading.cells, fault: null, lines }
  }
}

/** Reads the cells of a record, line by line. */
function cellReader(separator: string) {
  const cells: string[] = []
  /** The quoted cell that has begun; undefined outside of one. */
  let quoted: string | undefined
  let hasStray = false
  return {
    cells,
    /** Whether a cell without quotation marks around it has some inside. */
    get hasStray() {
      return hasStray
    },
    /** @returns whether the record ends here, continues in the next line, or is broken */
    read(line: string): 'done' | 'open' | 'broken' {
      let at = 0
      for (;;) {
        if (quoted === undefined) {
          if (line[at] === '"') {
            quoted = ''
            at += 1
            continue
          }
          const end = line.indexOf(separator, at)
          const cell = line.slice(at, end < 0 ? undefined : end)
          hasStray ||= cell.includes('"')
          cells.push(cell)
          if (end < 0) return 'done'
          at = end + 1
          continue
        }
        const quote = line.indexOf('"', at)
        if (quote < 0) {
          quoted += `${line.slice(at)}\n`
          return 'open'
        }
        quoted += line.slice(at, quote)
        const after = line[quote + 1]
        if (after === '"') quoted += '"'
        else {
          cells.push(quoted)
          quoted = undefined
          if (after === undefined) return 'done'
          if (after !== separator) return 'broken'
        }
        at = quote + 2
      }
    },
  }
}

/** The one that the head has most of; commas where it is even. */
function separatorOf(head: string): string {
  const count = (separator: string) => head.split(separator).length
  return [';', '\t', '|'].reduce((most, each) => (count(each) > count(most) ? each : most), ',')
}

/** Spreadsheets fill up lines that were longer once. */
function withoutEmptyEnd(cells: readonly string[], columns: number): string[] {
  let length = cells.length
  while (length > columns && cells[length - 1]?.trim() === '') length -= 1
  return cells.slice(0, length)
}

/** The fault of a record as a whole; null: none. @param cells tidied */
export function faultOf(
  { fault }: Pick<CsvLine, 'fault'>,
  cells: readonly string[],
  columns: number,
): string | null {
  if (fault) return fault
  if (cells.some((cell) => cell.startsWith('"'))) return MISSING_QUOTE
  if (cells.some(isUnreadable)) return UNREADABLE_LINE
  return cells.length === columns ? null : `There are ${cells.length} cells and ${columns} columns.`
}

/** Marks of direction and of width around a text, which come along when it is copied from elsewhere. */
const UNSEEN = '[\\s\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff]+'
const UNSEEN_AROUND = new RegExp(`^${UNSEEN}|${UNSEEN}$`, 'g')

/**
 * Composes accents, however they were typed, replaces every kind of space by a plain one, and joins a cell's lines, as
 * in addresses.
 */
export const tidied = (cell: string) =>
  cell
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(UNSEEN_AROUND, '')
    .replace(/[ \t]*,?[ \t]*[\r\n]+\s*/g, ', ')
