import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'

const PAGE = readFileSync(new URL('../../../docs/tables.md', import.meta.url), 'utf8')

/** Tables of the page, each with the columns that it describes: the names before a colon at the start of a sentence. */
function described(): Map<string, string[]> {
  const sections = PAGE.split('\n## ').slice(1)
  return new Map(
    sections.map((section) => {
      const list = section.slice(section.indexOf('\n- '))
      const names = [...list.matchAll(/(?<=[-.] |, )`(\w+)`(?=(?:, `\w+`)*:)/g)].map(([, name = '']) => name)
      return [section.split('\n')[0] ?? '', names]
    }),
  )
}

it('docs/tables.md names every table, and no column that is not there', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(attname::text) AS columns
     FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') GROUP BY c.relname`,
  )
  const page = described()
  expect([...page.keys()].sort()).toEqual(rows.map(({ name }) => name).sort())
  expect([...page.values()].flat().length).toBeGreaterThan(100)
  const unknown = rows.flatMap(({ name, columns }) =>
    (page.get(name) ?? []).filter((column) => !columns.includes(column)).map((column) => `${name}.${column}`),
  )
  expect(unknown).toEqual([])
})
