import { readFileSync } from 'node:fs'

/** A prepared call of one. */
export type SqlCall = { name: string; text: string; values: unknown[] }

/** A function of the database that one file of SQL holds, and how it is called. */
export type SqlFunction = {
  /** Brings it into a database, or up to date there. */
  source: string
  name: string
  /** The names of its parameters, in their order. */
  parameters: readonly string[]
  /**
   * The prepared call.
   * @param args one for each of its parameters, by name
   * @throws Error when one is missing or is no parameter: a slip of the code, which the first call of a test meets
   */
  call(args: Readonly<Record<string, unknown>>): SqlCall
}

/** @param statement name of the prepared statement */
export function sqlFunction(file: URL, statement: string): SqlFunction {
  const source = readFileSync(file, 'utf8')
  const head = /^CREATE OR REPLACE FUNCTION (\w+)\(([^)]*)\)/m.exec(source)
  if (!head) throw new Error(`${file.pathname} has no function to call.`)
  const [, name = '', list = ''] = head
  const parameters = Array.from(list.matchAll(/\bp_\w+/g), ([parameter]) => parameter)
  const text = `SELECT * FROM ${name}(${parameters.map((parameter, i) => `${parameter} => $${i + 1}`)})`
  return {
    source,
    name,
    parameters,
    call(args) {
      const wrong = parameters.filter((parameter) => !Object.hasOwn(args, parameter))
      if (wrong.length > 0 || Object.keys(args).length !== parameters.length) {
        throw new Error(`The call does not fit ${name}: ${wrong.join(', ') || 'an argument too many'}`)
      }
      return { name: statement, text, values: parameters.map((parameter) => args[parameter]) }
    },
  }
}
