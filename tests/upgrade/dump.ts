import { argv, stdout } from 'node:process'
import pg, { escapeIdentifier } from 'pg'

/*
 * Writes the rows of a database and Enamel's functions as SQL; README.md beside this file has the command. The
 * tables themselves come from the migrations, whose hashes are among the rows.
 */
const client = new pg.Client({ connectionString: argv[2] })
await client.connect()
const write = (line: string) => stdout.write(`${line}\n`)
const texts = async (sql: string) => (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text)

write(`-- Made ${new Date().toISOString()} by tests/upgrade/dump.ts. Everybody in it is invented.`)
const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
  SELECT c.oid::regclass::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'drizzle')
  GROUP BY c.oid ORDER BY 1`)
for (const { name, columns } of tables) {
  const names = columns.map(escapeIdentifier)
  const values = names.map((column) => `quote_nullable(${column}::text)`).join(', ')
  const rows = await texts(`SELECT concat_ws(',', ${values}) AS text FROM ${name} ORDER BY 1`)
  if (rows.length === 0) throw new Error(`${name} is empty: give it a row.`)
  const lines = rows.map((row) => `(${row})`).join(',\n')
  write(`INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE VALUES\n${lines};`)
}
const sequences = await texts(`
  SELECT format('SELECT setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) AS text
  FROM pg_sequences WHERE schemaname IN ('public', 'drizzle') AND last_value IS NOT NULL ORDER BY 1`)
for (const each of sequences) write(each)
const functions = await texts(`
  SELECT pg_get_functiondef(oid) AS text FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND proname ~ '_[0-9]+$' ORDER BY proname`)
for (const each of functions) write(`${each};`)
await client.end()
