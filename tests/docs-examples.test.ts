import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from './support/database.ts'
import { examplesOf, isAsSaid, runExamples, withComingDays } from './support/doc-examples.ts'
import { freePort } from './support/free-port.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { storeSignedIn } from './support/staff.ts'

/*
 * The examples of docs/, run unchanged against one server (tests/support/doc-examples.ts explains the marks). They know
 * `$ENAMEL`, the server's address, `$TOKEN`, the bearer of an admin who has just signed in, `$PORT`, a free port, and
 * the settings of the server.
 */
const SETTINGS = { WEBHOOK_HOSTS: '127.0.0.1 hooks.example.com' }

const pages = globSync('docs/*.md').filter((page) => examplesOf(readFileSync(page, 'utf8')).length > 0)

let database: Awaited<ReturnType<typeof testDatabase>>
let server: ServerProcess
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'enamel-docs-'))
  const own = { ...SETTINGS, DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') }
  server = startServerProcess(own)
  const address = await server.address()
  const { token } = await storeSignedIn(database.pool, new Date())
  settings = { ...own, ENAMEL: address, TOKEN: token, PORT: String(await freePort()) }
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

it.each(pages)('%s does what it says', async (page) => {
  await runExamples(page, readFileSync(page, 'utf8'), {
    folder: path.join(folder, path.basename(page, '.md')),
    settings,
    now: new Date(),
  })
})

describe('an example in the documentation', () => {
  const run = (text: string) => {
    const own = path.join(folder, randomUUID().slice(0, 8))
    const SOCKET = path.join(own, 'socket')
    return runExamples('page', text, { folder: own, settings: { ...settings, SOCKET }, now: new Date() })
  }
  const fence = (marks: string, text: string) => `\`\`\`${marks}\n${text}\n\`\`\`\n`

  it('can call the server and read files, and its output is compared', async () => {
    await run(
      [
        fence('csv file=a.csv', 'one,two'),
        fence('sh tested', 'cat a.csv; curl -s -H "Authorization: Bearer $TOKEN" $ENAMEL/api/auth/sessions'),
        fence('text output', 'one,two\n{"success":true,..."isThis":true}]}'),
      ].join('\n'),
    )
  })

  it('can query the database', async () => {
    await run(fence('sql tested', 'SELECT 1 AS one') + fence('json output', '{"one":1}'))
    await expect(run(fence('sql tested', 'SELECT nothing'))).rejects.toThrow(
      'column "nothing" does not exist',
    )
  })

  it('may keep running while other examples call it', async () => {
    const serving = `
      import { createServer } from 'node:http'
      const server = createServer((call, answer) => {
        console.log('called')
        answer.end()
      })
      server.listen(process.env.SOCKET, () => console.log('listening'))`
    const calling = `
      import { get } from 'node:http'
      get({ socketPath: process.env.SOCKET })`
    await run(
      [
        fence('js tested serving file=receiver.mjs', serving),
        fence('js tested', calling),
        fence('text output of=receiver.mjs', 'listening\ncalled'),
      ].join('\n'),
    )
  })

  it.each([
    ['that fails', fence('sh tested', 'echo said; exit 3'), 'page, line 1: failed\nIt printed:\nsaid'],
    [
      'that prints something else',
      fence('sh tested', 'echo a') + fence('text output', 'b'),
      'line 4: did not',
    ],
    ['with a mark that is none', fence('sh testd', 'true'), 'line 1: testd is no mark'],
    ['in a language that nothing runs', fence('html tested', '<p>'), 'line 1: html cannot be run'],
    ['whose output comes before it', fence('text output', 'a'), 'line 1: there is no such example'],
  ])('of a broken kind is reported: %s', async (_, page, message) => {
    await expect(run(page)).rejects.toThrow(message)
  })

  it('uses coming days of the same weekday instead of those of March 2030', () => {
    const now = new Date('2027-06-09T12:00:00Z')
    expect(withComingDays('2030-03-04 20300308T0900 2030-03-11 2031-03-04', now)).toBe(
      '2027-06-21 20270625T0900 2027-06-28 2031-03-04',
    )
  })

  it.each([
    ['a  \nb\n', 'a\nb', true],
    ['a 12 b', 'a ... b', true],
    ['a', 'b', false],
    ['ab', 'a', false],
  ])('whose output is %j matches the page’s %j: %s', (output, said, expected) =>
    expect(isAsSaid(output, said)).toBe(expected),
  )
})
