/**
 * An entry of a table by a text from outside; undefined for names that every object inherits, such as 'constructor'. A test
 * refuses other look-ups by such a text.
 */
export function ownValue<Table extends object>(table: Table, name: string): Table[keyof Table] | undefined {
  return Object.hasOwn(table, name) ? table[name as keyof Table] : undefined
}
