import { readFileSync } from 'node:fs'

/** A prepared call of one. */
export type SqlCall = { name: string; text: string; values: unknown[] }

/** A function of the database, from one SQL file. */
export type SqlFunction = {
  /** Brings it into a database, or up to date there. */
  source: string
  name: string
}

/** A function with a record parameter, whose type precedes it in its file. */
export type RecordFunction<Asked> = SqlFunction & {
  /** The names of the record's fields, in their order. */
  fields: readonly string[]
  /**
   * The prepared call.
   * @throws Error for a missing or unknown field: a mistake in the code, found by the first call of a test
   */
  call(asked: Asked): SqlCall
}

export function sqlFunction(file: URL): SqlFunction {
  const source = readFileSync(file, 'utf8')
  return { source, name: nameIn(source, /^CREATE OR REPLACE FUNCTION (\w+)\(/m) }
}

/** @param statement name of the prepared statement */
export function recordFunction<Asked extends object>(file: URL, statement: string): RecordFunction<Asked> {
  const { source, name } = sqlFunction(file)
  const [, list = ''] = /^ *CREATE TYPE \w+ AS \(([^)]*)\)/m.exec(source) ?? []
  const fields = Array.from(list.matchAll(/^ *(\w+) /gm), ([, field = '']) => field)
  const type = nameIn(source, /^ *CREATE TYPE (\w+) AS/m)
  const text = `SELECT * FROM ${name}(jsonb_populate_record(NULL::${type}, $1))`
  return {
    source,
    name,
    fields,
    call(asked) {
      const missing = fields.filter((field) => !Object.hasOwn(asked, field))
      if (missing.length > 0 || Object.keys(asked).length !== fields.length) {
        throw new Error(`The record does not fit ${name}: ${missing.join(', ') || 'a field too many'}`)
      }
      return { name: statement, text, values: [JSON.stringify(asked)] }
    },
  }
}

function nameIn(source: string, pattern: RegExp): string {
  const [, name] = pattern.exec(source) ?? []
  if (name === undefined) throw new Error(`No ${pattern} in a file of SQL.`)
  return name
}
