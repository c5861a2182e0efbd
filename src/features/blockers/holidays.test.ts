import { describe, expect, it } from 'vitest'
import type { BlockedAppointment, Blocker, Holiday } from '../../../contract/blockers.ts'
import { ApiError } from '../../http/api-error.ts'
import { addOneByOne, together } from './add-holidays.ts'
import { choiceOf, firstToCome, isOver, isPresent, mistakesInDays, wireOfHoliday } from './holidays.ts'

const clock = { timeZone: 'Africa/Lagos', now: new Date('2030-03-04T06:00:00Z') }
const workersDay: Holiday = {
  name: "Worker's Day",
  from: '2030-05-01',
  to: '2030-05-01',
  yearly: true,
  toBeConfirmed: false,
}
const eid: Holiday = {
  name: 'Id el Kabir',
  from: '2030-04-13',
  to: '2030-04-14',
  yearly: false,
  toBeConfirmed: true,
}

describe('a holiday becomes', () => {
  it('a yearly blocker, where it is of the same date every year', () =>
    expect(wireOfHoliday(choiceOf(workersDay), clock)).toMatchObject({
      description: "Worker's Day",
      type: 'Yearly',
      selectedMonth: 4,
      recurringDates: [1],
      startDateTime: '2030-05-01T00:00:00+01:00',
      location: null,
    }))
  it('or one of that year alone', () =>
    expect(wireOfHoliday({ ...choiceOf(workersDay), type: 'One Time' }, clock)).toMatchObject({
      type: 'One Time',
      selectedMonth: null,
      recurringDates: [],
      startDateTime: '2030-05-01T00:00:00+01:00',
      endDateTime: '2030-05-02T00:00:00+01:00',
    }))
  it('and one of the moon lasts from midnight to the midnight after its last day', () =>
    expect(wireOfHoliday({ ...choiceOf(eid), from: '2030-04-30', to: '2030-05-01' }, clock)).toMatchObject({
      type: 'One Time',
      startDateTime: '2030-04-30T00:00:00+01:00',
      endDateTime: '2030-05-02T00:00:00+01:00',
    }))
})

describe('a holiday is there already', () => {
  const stored = (choice: ReturnType<typeof choiceOf>) =>
    ({ id: 'b', version: 1, ...wireOfHoliday(choice, clock) }) as Blocker
  const [yearly, once] = [choiceOf(workersDay), { ...choiceOf(workersDay), type: 'One Time' as const }]
  it.each([
    ['yearly under a yearly one', yearly, yearly, true],
    ['once under a yearly one', once, yearly, true],
    ['once under the same', once, once, true],
    ['once in another year', { ...once, from: '2031-05-01', to: '2031-05-01' }, once, false],
    ['yearly, where it was added for one year', yearly, once, false],
    ['under another name', { ...yearly, name: 'May Day' }, yearly, true],
    ['on its second day alone', { ...once, from: '2030-04-30' }, once, false],
    ['within a longer one', once, { ...once, from: '2030-04-29', to: '2030-05-03' }, true],
  ])('%s: %#', (_, choice, there, present) => expect(isPresent(choice, [stored(there)])).toBe(present))

  it('of all locations and for everybody, and not in one location or by the leave of a doctor', () => {
    expect(isPresent(once, [{ ...stored(once), location: 'fct' }])).toBe(false)
    expect(isPresent(once, [{ ...stored(once), doctorId: 'fct-musa' }])).toBe(false)
  })

  it('where the moon was seen another day, by its name', () => {
    const announced = { ...choiceOf(eid), from: '2030-04-14', to: '2030-04-15' }
    expect(isPresent(choiceOf(eid), [stored(announced)])).toBe(true)
    expect(isPresent({ ...choiceOf(eid), name: 'Id el Fitr' }, [stored(announced)])).toBe(false)
    const nextYear = { ...choiceOf(eid), from: '2031-04-03', to: '2031-04-04' }
    expect(isPresent(nextYear, [stored(announced)])).toBe(false)
  })

  it('and the list opens on the first that is to come and is not there', () => {
    const past = { ...once, name: 'New Year', from: '2030-01-01', to: '2030-01-01' }
    const april = choiceOf(eid)
    expect(firstToCome([past, april, yearly], [], clock)).toBe(1)
    expect(firstToCome([past, april, yearly], [stored(april)], clock)).toBe(2)
    expect(firstToCome([past], [], clock)).toBe(-1)
  })
})

it('a one-time holiday in the past is over, a yearly one is not', () => {
  const past = { from: '2030-03-03', to: '2030-03-03' }
  expect(isOver({ ...choiceOf(eid), ...past }, clock)).toBe(true)
  expect(isOver({ ...choiceOf(eid), from: '2030-03-03', to: '2030-03-04' }, clock)).toBe(false)
  expect(isOver({ ...choiceOf(workersDay), ...past }, clock)).toBe(false)
})

it.each([
  [{ from: '2030-04-13', to: '2030-04-12' }, { to: { key: 'end_before_start' } }],
  [{ from: '', to: '2030-04-12' }, { from: { key: 'date_invalid' } }],
  [{ from: '2030-04-13', to: '?' }, { to: { key: 'date_invalid' } }],
  [{ from: '2030-04-13', to: '2030-04-13' }, {}],
])('a holiday corrected to %j has the mistakes %j', (days, mistakes) =>
  expect(mistakesInDays({ ...choiceOf(eid), ...days })).toEqual(mistakes),
)

describe('several are added', () => {
  const wires = ['A', 'B', 'C'].map((name) => ({ ...wireOfHoliday(choiceOf(eid), clock), description: name }))
  const adding = async (error: Error) => {
    const saved: string[] = []
    const result = await addOneByOne(
      wires,
      async ({ description }) => {
        if (description === 'B') throw error
        saved.push(description)
      },
      () => {},
    )
    return { saved, ...result }
  }
  it('one refused leaves the others their turn', async () => {
    const error = new ApiError('http', { status: 400 })
    expect(await adding(error)).toEqual({ saved: ['A', 'C'], done: 2, failed: [{ name: 'B', error }] })
  })
  it('without an answer it ends there', async () => {
    const error = new ApiError('network')
    expect(await adding(error)).toEqual({ saved: ['A'], done: 1, failed: [{ name: 'B', error }] })
  })
})

it('an appointment under two of them is listed and counted once, soonest first', () => {
  const at = (id: string, time: string) =>
    ({ id, appointment_date: `2030-05-01T${time}:00+01:00` }) as BlockedAppointment
  const [a, b] = [at('a', '10:00'), at('b', '09:00')]
  expect(together([[a], [b, a]])).toEqual([b, a])
})
