/** What a picture shows, as a table. Null: there is no such number. */
export type NumberTable = { head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] }

/** As RFC 4180 has it, with the mark by which spreadsheets know UTF-8. */
export function csvOf({ head, rows }: NumberTable): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`
}

function field(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '')
  // A spreadsheet would take such a text for a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
