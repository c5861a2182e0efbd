import { expect, inject, it, onTestFinished } from 'vitest'
import { withDatabase } from '../../../tests/support/copy-template.ts'
import { createPool } from '../../platform/db/pool.ts'
import { sqlForSameKind } from './same-kind.ts'

const KIND = `SELECT to_jsonb(d) - ARRAY['oid', 'datname', 'datfrozenxid', 'datminmxid', 'datdba', 'datacl'] AS kind
  FROM pg_database d WHERE datname = $1`

it.each([
  "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'",
  "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'und'",
  "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER libc",
  "ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc",
])('a restored database matches the connected one: %s', async (said) => {
  const server = createPool(inject('postgresUrl'))
  await server.query(`CREATE DATABASE kind TEMPLATE template0 ${said}`)
  const pool = createPool(withDatabase(inject('postgresUrl'), 'kind'))
  onTestFinished(async () => {
    await pool.end()
    await server.query('DROP DATABASE kind WITH (FORCE)')
    await server.query('DROP DATABASE IF EXISTS "a second" WITH (FORCE)')
    await server.end()
  })
  const client = await pool.connect()
  const sql = await sqlForSameKind(client, 'a second')
  client.release()
  await server.query(sql)
  const kindOf = async (name: string) => (await server.query(KIND, [name])).rows[0]
  expect(await kindOf('a second')).toEqual(await kindOf('kind'))
})
