import { readFileSync } from 'node:fs'
import pg from 'pg'

/* Runs a file of SQL for an example of the documentation, and prints each row as a line of JSON. */
const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const { rows } = await client.query(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`)
await client.end()
