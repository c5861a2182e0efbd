import { expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { sendingLimits } from './limits.ts'

const now = new Date('2030-03-04T09:00:00+01:00')

// Both shared one number: requests for codes used it up, and the cancellations of the day were dropped.
it.each(['codes', 'visits'] as const)('%s leave a third of the daily SMS to the others', async (greedy) => {
  await using database = await testDatabase()
  const oneTimeCodes = { ...clinicConfig.oneTimeCodes, smsPerDay: 9 }
  const { smsOn } = sendingLimits({
    pool: database.pool,
    clinic: { ...clinicConfig, oneTimeCodes },
    limits: true,
  })
  const taken = async (kind: 'codes' | 'visits') => {
    let sent = 0
    while (await smsOn(kind, now).take()) sent += 1
    return sent
  }
  expect(await taken(greedy)).toBe(6)
  expect(await taken(greedy === 'codes' ? 'visits' : 'codes')).toBe(3)
})

it('messages about appointments do not use up the clinic’s share for codes', async () => {
  await using database = await testDatabase()
  const messages = { smsPerDay: 20, codesReserve: 5 }
  const { smsOn } = sendingLimits({
    pool: database.pool,
    clinic: { ...clinicConfig, messages },
    limits: true,
  })
  let visits = 0
  while (await smsOn('visits', now).take()) visits += 1
  let codes = 0
  while (await smsOn('codes', now).take()) codes += 1
  expect({ visits, codes }).toEqual({ visits: 15, codes: 5 })
})
