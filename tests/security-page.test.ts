import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/*
 * A page about security is believed. What it names has to be there, what it quotes has to be said there, and what it
 * counts has to be so many.
 */
const read = (file: string) => readFileSync(file, 'utf8')
const page = read('docs/security.md')
const table = read('docs/security-asvs.md')

/** A file or folder of the project in backticks. */
const PATH = /`((?:server|src|sw|tests|contract|domain|docs|build|scripts|deploy|bench|public)\/[\w./-]*)`/g
const paths = (text: string) => [...text.matchAll(PATH)].map(([, path = '']) => path)
const rows = table.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
const cells = (row: string) => row.split('|').map((cell) => cell.trim().replaceAll('**', ''))
const notApplicable = [...table.matchAll(/^Not applicable: (.*)$/gm)].flatMap(([, list = '']) => [
  ...list.matchAll(/\d+\.\d+\.\d+/g),
])
const chapterOf = (id: string) => id.split('.', 1)[0] ?? ''

it.each([
  ['docs/security.md', page],
  ['docs/security-asvs.md', table],
])('every file that %s names is there', (_, text) => {
  expect(paths(text).filter((path) => !existsSync(path))).toEqual([])
})

it('every test that the table quotes stands in its file', () => {
  const quoted = [...table.matchAll(/`([\w./-]+)` “([^”]+)”/g)]
  expect(quoted.length).toBeGreaterThan(100)
  const missing = quoted.filter(([, file = '', words = '']) => !read(file).includes(words))
  expect(missing.map(([, file, words]) => `${file}: ${words}`)).toEqual([])
})

describe('the table against ASVS 5.0', () => {
  it('has each of the 253 requirements of levels 1 and 2 once', () => {
    const ids = [...rows.map((row) => cells(row)[1]), ...notApplicable.map(([id]) => id)]
    expect(ids).toHaveLength(253)
    expect(new Set(ids)).toHaveLength(253)
  })

  it('is summed up as it is', () => {
    for (let chapter = 1; chapter <= 17; chapter++) {
      const said = cells(page.split('\n').find((line) => line.startsWith(`| V${chapter} `)) ?? '').slice(2, 7)
      const own = rows.map(cells).filter(([, id = '']) => chapterOf(id) === String(chapter))
      const counted = ['met', 'partly', 'not met'].map((word) => own.filter((row) => row[3] === word).length)
      const without = notApplicable.filter(([id]) => chapterOf(id) === String(chapter)).length
      expect(said.map(Number), `V${chapter}`).toEqual([own.length, ...counted, without])
    }
  })

  it('says in the summary what it takes, of all that is not met', () => {
    const [, open = ''] = page.split('### Not met')
    const ids = rows.map(cells).flatMap(([, id = '', , state]) => (state === 'met' ? [] : [id]))
    const taken: readonly string[] = open.match(/\d+\.\d+\.\d+/g) ?? []
    expect(ids.filter((id) => !taken.includes(id))).toEqual([])
  })
})
