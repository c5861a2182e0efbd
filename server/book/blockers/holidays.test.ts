import { expect, it } from 'vitest'
import { HOLIDAY_YEARS } from '../../../contract/blockers.ts'
import { publicHolidays } from './holidays.ts'

const named = async (country: string, year: number, name: string) =>
  (await publicHolidays(country, year)).filter((holiday) => holiday.name === name)

it('a holiday of every year has its date', async () => {
  const day = { name: 'Independence Day', yearly: true, toBeConfirmed: false }
  for (const year of Object.values(HOLIDAY_YEARS))
    expect(await named('NG', year, day.name)).toEqual([
      { ...day, from: `${year}-10-01`, to: `${year}-10-01` },
    ])
})

it('a holiday by the moon can occur twice in a year, to be confirmed', async () => {
  expect(await named('NG', 2033, 'Id el Fitr')).toMatchObject([
    { from: '2033-01-02', toBeConfirmed: true, yearly: false },
    { from: '2033-12-23', toBeConfirmed: true, yearly: false },
  ])
})

it('a holiday on a weekend has its substitute day, in that year alone', async () => {
  const name = "Worker's Day (substitute day)"
  expect(await named('NG', 2027, name)).toMatchObject([{ from: '2027-05-03', yearly: false }])
  expect(await named('NG', 2028, name)).toEqual([])
})

it('some holidays last longer than a day', async () => {
  const days = await publicHolidays('AM', 2030)
  expect(days).toContainEqual(expect.objectContaining({ from: '2030-01-03', to: '2030-01-05' }))
})

it('holidays are in order, and there are none for an unknown country', async () => {
  const days = (await publicHolidays('DE', 2030)).map(({ from }) => from)
  expect(days.length).toBeGreaterThan(5)
  expect(days).toEqual(days.toSorted())
  expect(await publicHolidays('XX', 2030)).toEqual([])
})
