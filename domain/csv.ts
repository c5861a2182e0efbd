export type CsvCell = string | number | null

/** Marks UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\ufeff'

/** First characters of a formula: the signs, and their full-width forms, which some spreadsheets read alike. */
const SIGN = '[=+\\-@＝＋－＠]'
const AT_START = new RegExp(`^(?:[\\t\\r\\n]|[\\s"]*${SIGN})`)
/** A spreadsheet that splits at other characters than commas, as in many countries, starts a cell after each of them. */
const INSIDE = new RegExp(`([;\\t\\r\\n][\\s"]*)(?=${SIGN})`, 'g')

/**
 * Rows of a CSV file (RFC 4180), the only way in which one is written. No text in it is read as a formula: one that
 * begins like a formula gets an apostrophe. Numbers stay numbers.
 */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const inside = value.replace(INSIDE, "$1'")
  const text = AT_START.test(value) ? `'${inside}` : inside
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
