import type { DateWanted } from './search.ts'

/** A date parameter as a condition on a column of instants. @param value adds a value, and names it */
export function conditionOn(
  column: string,
  { from, to, isNot }: DateWanted,
  value: (one: unknown) => string,
): string {
  const ends = [
    ...(from === null ? [] : [`${column} >= ${value(new Date(from))}::timestamptz`]),
    ...(to === null ? [] : [`${column} < ${value(new Date(to))}::timestamptz`]),
  ]
  return `${isNot ? 'NOT ' : ''}(${ends.join(' AND ')})`
}
