import { tidied } from './csv-lines.ts'
import { FileRefused } from './file-refused.ts'

const LONGEST_SHOWN = 40
const MOST_SHOWN = 10

export type Head<Column extends string> = {
  columns: readonly Column[]
  required: readonly Column[]
}

/**
 * The columns of a file, in order, from its first line; case is ignored, and 'First name' is first_name.
 * @throws FileRefused when a column is missing, unknown or repeated
 */
export function readHead<Column extends string>(
  cells: readonly string[],
  { columns, required }: Head<Column>,
): Column[] {
  const isColumn = (name: string): name is Column => columns.some((column) => column === name)
  const names = cells.map((cell) => {
    const name = tidied(cell).toLowerCase()
    const joined = name.replace(/[\s-]+/g, '_')
    return isColumn(joined) ? joined : name
  })
  const known = names.filter(isColumn)
  // Without a head the first line is a patient or an appointment, whose data must not be repeated.
  if (known.length === 0) {
    throw new FileRefused(`The first line of the file must name its columns: ${columns.join(', ')}.`)
  }
  const missing = required.filter((name) => !known.includes(name))
  const unknown = names.filter((name) => !isColumn(name))
  const twice = known.filter((name, at) => known.indexOf(name) !== at)
  const faults = [
    ...(missing.length > 0 ? [`There is no column ${listed(missing)}.`] : []),
    ...(unknown.length > 0 ? [`There is no such column as ${listed(unknown)}.`] : []),
    ...(twice.length > 0 ? [`More than one column is called ${listed(twice)}.`] : []),
  ]
  if (faults.length > 0) {
    throw new FileRefused(`${faults.join(' ')} Columns are ${columns.join(', ')}.`)
  }
  return known
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_SHOWN).map((name) => `“${readable(name)}”`)
  return names.length > MOST_SHOWN ? `${shown.join(', ')}, ...` : shown.join(', ')
}

/** A word of a file as it can be shown: short, without control characters. */
export const readable = (name: string) =>
  name.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').slice(0, LONGEST_SHOWN)
