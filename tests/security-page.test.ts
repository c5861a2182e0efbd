import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/*
 * Checks of the security pages: every file that they name exists, and the summary counts the rows of the table.
 */
const read = (file: string) => readFileSync(file, 'utf8')
const page = read('docs/security.md')
const table = read('docs/security-asvs.md')

/** A file or folder of the project in backticks. */
const PATH = /`((?:server|src|sw|tests|contract|domain|docs|build|scripts|deploy|bench|public)\/[\w./-]*)`/g
const paths = (text: string) => [...text.matchAll(PATH)].map(([, path = '']) => path)
const rows = table.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
const cells = (row: string) => row.split('|').map((cell) => cell.trim().replaceAll('**', ''))
const notApplicable = [...table.matchAll(/^Not applicable: (.*)$/gm)].flatMap(([, list = '']) => [
  ...list.matchAll(/\d+\.\d+\.\d+/g),
])
/** The state of a requirement, by the beginning of its evidence. */
const stateOf = (row: string[]) => /^(partly|not met):/.exec(row[2] ?? '')?.[1] ?? 'met'
/** The id of the requirement in the first cell. */
const idOf = (row: string[]) => row[1]?.split(' ', 1)[0] ?? ''

it.each([
  ['docs/security.md', page],
  ['docs/security-asvs.md', table],
])('every file that %s names exists', (_, text) => {
  expect(paths(text).filter((path) => !existsSync(path))).toEqual([])
})

it('every row of the table has evidence', () => {
  expect(rows.filter((row) => !/\w/.test(cells(row)[2] ?? ''))).toEqual([])
  expect(rows.filter((row) => row.includes('.test.ts`') || row.includes('.spec.ts`')).length).toBeGreaterThan(
    120,
  )
})

describe('ASVS 5.0', () => {
  it('the table has each of the 253 requirements of levels 1 and 2 once', () => {
    const ids = [...rows.map((row) => idOf(cells(row))), ...notApplicable.map(([id]) => id)]
    expect(ids).toHaveLength(253)
    expect(new Set(ids)).toHaveLength(253)
  })

  it('the summary counts the table', () => {
    const states = rows.map((row) => stateOf(cells(row)))
    const [met, partly] = ['met', 'partly'].map((state) => states.filter((own) => own === state).length)
    expect(states).toHaveLength(Number(met) + Number(partly))
    expect(page).toContain(`**${met} are met, ${partly} partly, ${notApplicable.length} do not apply**`)
  })

  it('the summary says what each open requirement would take', () => {
    const [, open = ''] = page.split('### Not met')
    const ids = rows.map(cells).flatMap((row) => (stateOf(row) === 'met' ? [] : [idOf(row)]))
    const taken: readonly string[] = open.match(/\d+\.\d+\.\d+/g) ?? []
    expect(ids.filter((id) => !taken.includes(id))).toEqual([])
  })
})
