import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { BookedSeries } from '../../../contract/desk.ts'
import { clinicWithDesk } from './desk.fixture.ts'

const desk = clinicWithDesk()
const FIRST = {
  location: 'fct',
  appointment_date: '2030-03-05',
  start_time: '10:00',
  doctor: 'fct-musa',
  channel: 'desk',
  patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '08035550101' },
}
const book = async (more: object = {}, key: string = randomUUID()) => {
  const body = { first: FIRST, everyWeeks: 4, visits: 3, ...more }
  const answer = await desk.clinic.call('POST', '/api/appointments/desk/series', body, {
    ...desk.bearer,
    'idempotency-key': key,
  })
  return { ...answer, data: answer.body.data as BookedSeries }
}
const days = (rows: readonly { appointment_date: string }[]) =>
  rows.map((row) => row.appointment_date.slice(0, 16))

it('a series books every so many weeks at the same time of day', async () => {
  const { status, data } = await book()
  expect(status).toBe(201)
  expect(days(data.booked)).toEqual(['2030-03-05T10:00', '2030-04-02T10:00', '2030-04-30T10:00'])
  expect(data.clashing).toEqual([])
  expect(data.booked.every((row) => row.status === 'confirmed' && row.bookedBy !== null)).toBe(true)
})

it('a series leaves out what clashes, and says why, with the nearest free slots', async () => {
  await desk.web({ appointment_date: '2030-04-02', start_time: '10:00' })
  const { data } = await book({ first: { ...FIRST, start_time: '10:00' } })
  expect(days(data.booked)).toEqual(['2030-03-05T10:00', '2030-04-30T10:00'])
  expect(data.clashing).toMatchObject([
    {
      appointment_date: '2030-04-02',
      start_time: '10:00',
      because: 'taken',
      nearest: [{ start_time: '09:30' }, {}, {}],
    },
  ])
  const closed = await book({ first: { ...FIRST, start_time: '20:00' }, visits: 2 })
  expect(closed.data.clashing.map(({ because }) => because)).toEqual(['closed', 'closed'])
})

it('a series that is sent again books nothing twice', async () => {
  const key = randomUUID()
  const answers = await Promise.all([book({}, key), book({}, key)])
  expect(answers[0]?.data).toEqual(answers[1]?.data)
  expect(await desk.clinic.count('appointments')).toBe(3)
  expect(await book({ everyWeeks: 4, first: { ...FIRST, start_time: '11:00' } }, key)).toMatchObject({
    status: 409,
  })
})

it.each<[string, object, string?]>([
  ['a single visit', { visits: 1 }],
  ['thirteen', { visits: 13 }],
  ['no weeks between', { everyWeeks: 0 }],
  ['without a time', { first: { ...FIRST, start_time: undefined, channel: 'walk_in' } }, 'start_time'],
  ['over a blocker', { first: { ...FIRST, override: { reason: 'Because', over: ['blocker'] } } }, 'override'],
  ['over what is unknown', { first: { ...FIRST, override: { reason: 'Because', over: ['x'] } } }, 'override'],
  ['on no day', { first: { ...FIRST, appointment_date: '2030-02-30' } }, 'appointment_date'],
  ['on a day that has been', { first: { ...FIRST, appointment_date: '2030-03-03' } }, 'appointment_date'],
  ['of nobody', { first: { ...FIRST, patient: undefined } }, 'patient'],
  ['of nothing', { first: undefined }, 'first'],
])('a series is not %s', async (_, more, field) => {
  const { status, body } = await book(more)
  expect(status).toBe(400)
  if (field) expect(Object.keys(body.errors ?? {})).toEqual([field])
  expect(await desk.clinic.count('appointments')).toBe(0)
})

it('a series reports what it overrides', async () => {
  const { body } = await book({ first: { ...FIRST, override: { reason: 'Because', over: ['blocker'] } } })
  expect(body.errors).toEqual({
    override: "A series can't include blocked or closed times. Please book such an appointment separately.",
  })
})
