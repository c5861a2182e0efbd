import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openServerLog } from './server-log.ts'
import { temporaryFolder } from './support.fixture.ts'

it('the database log stays within twice its limit, newest lines last, also across restarts', async () => {
  const file = path.join(await temporaryFolder(), 'postgres.log')
  for (let run = 0; run < 3; run += 1) {
    const log = openServerLog(file, 1000)
    for (let line = 0; line < 30; line += 1) log.write(`run ${run} line ${line} ${'.'.repeat(80)}\n`)
  }
  expect((await stat(file)).size).toBeLessThanOrEqual(1000)
  expect((await stat(`${file}.1`)).size).toBeLessThanOrEqual(1000)
  expect(await readFile(file, 'utf8')).toMatch(/run 2 line 29 \.+\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('the database log remembers the last lines since it was cleared, and no others', async () => {
  const log = openServerLog(path.join(await temporaryFolder(), 'postgres.log'))
  log.write('before\n')
  log.clear()
  log.write('FATAL:  in two ')
  log.write('pieces\n')
  expect(log.tail()).toBe('FATAL:  in two pieces')
})

it('the database goes on when its log cannot be written', async () => {
  const log = openServerLog(path.join(await temporaryFolder(), 'no', 'such', 'folder.log'))
  log.write('words\n')
  expect(log.tail()).toBe('words')
})
