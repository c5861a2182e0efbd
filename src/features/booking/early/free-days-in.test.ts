import { expect, it } from 'vitest'
import { freeDaysIn } from './free-days-in.ts'

const DAYS = [{ date: '2030-03-04', slots: ['09:00'] }]
const answered = (body: unknown, status = 200) => ({
  address: '/api/availability?location=fct&from=2030-03-04&to=2030-03-31',
  at: 1,
  answer: Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { date: 'Mon, 04 Mar 2030 08:00:00 GMT' } }),
  ),
})
const right = { success: true, data: DAYS }

it('has the days, when they were asked for and what time it was at the server', async () =>
  expect(await freeDaysIn('fct', answered(right))).toEqual({
    days: DAYS,
    at: 1,
    serverTime: 'Mon, 04 Mar 2030 08:00:00 GMT',
  }))

it('leaves the answer to the app', async () => {
  const early = answered(right)
  await freeDaysIn('fct', early)
  expect(await (await early.answer).json()).toEqual(right)
})

it.each([
  ['of another location', 'lagos', answered(right)],
  ['of a server that refuses', 'fct', answered({ success: false, message: 'No.' }, 429)],
  ['of a failed server that says days', 'fct', answered(right, 500)],
  ['that is none of ours', 'fct', answered({ success: true, data: [{ date: 4 }] })],
])('takes no answer %s', async (_, location, early) => expect(await freeDaysIn(location, early)).toBeNull())

it('fails where the app has read it already', async () => {
  const early = answered(right)
  await (await early.answer).json()
  await expect(freeDaysIn('fct', early)).rejects.toThrow()
})
