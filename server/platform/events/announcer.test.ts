import { expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { createPool } from '../db/pool.ts'
import { createAnnouncer } from './announcer.ts'
import { watch } from './watch.fixture.ts'

const booked = (id: number) =>
  ({ type: 'appointment', change: 'booked', id: String(id), location: 'fct', version: 1 }) as const

it('the announcer sends the first event at once and then a burst in one go, thirty to a notification', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  const watching = await watch(clinic.app, bearer)
  const asked: string[][] = []
  const query = (...args: [string, [string[]]]) => {
    asked.push(args[1][0])
    return clinic.database.pool.query(...args)
  }
  const announce = createAnnouncer({ query } as never, capturedLog().log)
  for (let id = 0; id < 121; id++) announce(booked(id))
  expect(await watching.changes(121)).toEqual(Array.from({ length: 121 }, (_, id) => booked(id)))
  expect(asked.map((payloads) => payloads.map((payload) => JSON.parse(payload).length))).toEqual([
    [1],
    [30, 30, 30, 30],
  ])
})

it('the announcer survives a lost database: one log line without ids, and no error for callers', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  const watching = await watch(clinic.app, bearer)
  const away = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere')
  let pool = away
  const { log, lines } = capturedLog()
  const announce = createAnnouncer(
    { query: (...args: never[]) => pool.query(...(args as [never])) } as never,
    log,
  )
  announce(booked(1))
  await expect.poll(() => lines).toHaveLength(1)
  pool = clinic.database.pool
  announce(booked(2))
  expect(await watching.changes()).toEqual([booked(2)])
  expect(lines.join()).toContain('ECONNREFUSED')
  await away.end()
})
