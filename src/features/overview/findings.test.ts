import { describe, expect, it } from 'vitest'
import { type DoctorDay, LEAD_TIMES } from '../../../contract/overview.ts'
import { aheadFinding, busiestHour, chairFinding, messageCounts, noShowFinding } from './findings.ts'

/* Monday 4 March 2030 is a Monday; the 8th and the 15th are Fridays. */
const day = (date: string, doctorId: string, free: number, more: Partial<DoctorDay> = {}): DoctorDay => ({
  date: `2030-03-${date}`,
  doctorId,
  openMinutes: 400,
  bookedMinutes: 400 - free,
  blockedMinutes: 0,
  freeMinutes: free,
  doneMinutes: 0,
  ...more,
})
const TODAY = '2030-03-18'

describe('the finding about empty chairs', () => {
  it.each([
    [
      'a doctor’s weekday',
      [
        ['04', 'a', 40],
        ['08', 'a', 300],
        ['15', 'a', 260],
        ['05', 'a', 40],
        ['06', 'b', 40],
        ['07', 'b', 40],
      ],
      { kind: 'weekday', doctorId: 'a', weekday: 5, free: 0.7 },
    ],
    [
      'one such day is not a pattern',
      [
        ['04', 'a', 40],
        ['05', 'a', 40],
        ['06', 'b', 40],
        ['07', 'b', 60],
        ['08', 'b', 100],
      ],
      { kind: 'none', taken: 0.86 },
    ],
    [
      'a doctor',
      [
        ['04', 'a', 360],
        ['05', 'a', 350],
        ['06', 'b', 40],
        ['07', 'b', 40],
      ],
      { kind: 'doctor', doctorId: 'a' },
    ],
    [
      'nearly full',
      [
        ['04', 'a', 20],
        ['05', 'b', 20],
      ],
      { kind: 'full', taken: 0.95 },
    ],
    [
      'days to come do not count beside those that are over',
      [
        ['04', 'a', 20],
        ['19', 'b', 400],
      ],
      { kind: 'full', taken: 0.95 },
    ],
    [
      'days to come alone',
      [
        ['19', 'b', 200],
        ['20', 'a', 200],
      ],
      { kind: 'none', taken: 0.5 },
    ],
    ['closed', [], { kind: 'closed' }],
  ] as const)('%s', (_, days, finding) => {
    const numbers = { today: TODAY, days: days.map(([date, doctorId, free]) => day(date, doctorId, free)) }
    expect(chairFinding(numbers)).toMatchObject(finding)
  })

  it('leaves out days before the first visit', () => {
    const days = [day('04', 'a', 400), day('05', 'a', 400), day('06', 'a', 20), day('07', 'a', 20)]
    expect(chairFinding({ today: TODAY, days })).toEqual({ kind: 'full', taken: 0.95 })
  })

  it('leaves blocked time out', () => {
    const leave = day('04', 'a', 0, { blockedMinutes: 400 })
    expect(chairFinding({ today: TODAY, days: [leave] })).toEqual({ kind: 'closed' })
    expect(chairFinding({ today: TODAY, days: [leave, day('05', 'a', 200)] })).toEqual({
      kind: 'none',
      taken: 0.5,
    })
  })
})

describe('the finding about no-shows', () => {
  const group = (key: string, came: number, missed: number) => ({ key, came, missed })
  const numbers = (yes: [number, number], no: [number, number]) => ({
    byWeek: [
      {
        week: '2030-03-04',
        reminded: { came: yes[0], missed: yes[1] },
        others: { came: no[0], missed: no[1] },
      },
    ],
    byLocation: [group('fct', yes[0] + no[0], yes[1] + no[1])],
    byChannel: [],
    byReminded: [group('no', ...no), group('yes', ...yes)],
    byConfirmed: [],
  })
  it.each([
    ['reminded patients', [97, 3], [90, 10], { kind: 'reminded', rate: 0.03, rest: 0.1 }],
    ['a difference by chance', [48, 2], [46, 4], { kind: 'none', rate: 0.06 }],
    ['too few visits', [10, 0], [0, 10], { kind: 'none', rate: 0.5 }],
    ['no outcome yet', [0, 0], [0, 0], { kind: 'unknown' }],
  ] as const)('%s', (_, yes, no, finding) =>
    expect(noShowFinding(numbers([...yes], [...no]))).toMatchObject(finding),
  )
})

describe('the finding about booking ahead', () => {
  const buckets = (...visits: number[]) =>
    LEAD_TIMES.map((key, i) => ({ key, visits: visits[i] ?? 0, came: visits[i] ?? 0, missed: 0 }))
  it.each([
    [[50, 50, 0, 0, 0, 0], 'same_day'],
    [[49, 51, 0, 0, 0, 0], '1'],
    [[0, 0, 0, 1, 0, 3], 'over_14'],
    [[0, 0, 0, 0, 0, 0], null],
  ])('%o: half by %s', (visits, half) =>
    expect(aheadFinding(buckets(...visits))).toEqual({ half, late: null }),
  )

  it('says when who books far ahead misses more', () => {
    const ahead = buckets(0, 0, 0, 90, 80, 0)
    ahead[3] = { key: '3_7', visits: 100, came: 95, missed: 5 }
    ahead[4] = { key: '8_14', visits: 100, came: 80, missed: 20 }
    expect(aheadFinding(ahead).late).toEqual({ rate: 0.2, rest: 0.05 })
  })
})

it('an hour stands out against the others, or none does', () => {
  const at = (weekday: number, visits: number) => ({ weekday, hour: 10, visits })
  expect(busiestHour([at(1, 4), at(2, 12), at(3, 4)])).toEqual(at(2, 12))
  expect(busiestHour([at(1, 5), at(2, 6)])).toBeNull()
  expect(busiestHour([])).toBeNull()
})

it('messages are counted by their outcome', () => {
  const each = (
    channel: 'email' | 'sms' | null,
    outcome: 'sent' | 'refused' | 'no_contact',
    count: number,
  ) => ({ kind: 'booked', channel, outcome, count })
  const messages = [
    each('email', 'sent', 3),
    each('sms', 'sent', 2),
    each('sms', 'refused', 1),
    each(null, 'no_contact', 4),
  ]
  expect(messageCounts(messages)).toEqual({ email: 3, sms: 2, failed: 1, unknown: 0, noContact: 4 })
})
