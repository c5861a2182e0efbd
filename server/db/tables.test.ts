import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'

const PAGE = readFileSync(new URL('../../docs/tables.md', import.meta.url), 'utf8')

/** Columns by table as the documentation lists them, such as 'id uuid'. */
function written(): Record<string, string[]> {
  const sections = PAGE.split('\n## ').slice(1)
  return Object.fromEntries(
    sections.map((section) => {
      const rows = section.matchAll(/^\| (\w+) \| ([^|]+) \|/gm)
      const columns = Array.from(rows, ([, column, type]) => `${column} ${type}`).slice(1)
      return [section.split('\n')[0], columns]
    }),
  )
}

it('are written down with their columns in docs/tables.md', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name,
            array_agg(format('%s %s%s', attname, format_type(atttypid, atttypmod),
                             CASE WHEN NOT attnotnull THEN ' or null' END) ORDER BY attnum) AS columns
     FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') GROUP BY c.relname`,
  )
  expect(written()).toEqual(Object.fromEntries(rows.map(({ name, columns }) => [name, columns])))
})
