import { describe, expect, it } from 'vitest'
import {
  endWhenDone,
  isLatePress,
  lacksOutcome,
  nextStates,
  stepBack,
  VISIT_STATES,
  type Visit,
  type VisitNow,
  visitChange,
  waitedMinutes,
} from './visits.ts'

/* The appointment of the tests is on Tuesday 5 March 2030, 10:00 to 10:30 in a clinic an hour ahead of UTC. */
const timeZone = 'Africa/Lagos'
const at = (text: string) => new Date(`2030-03-${text}:00+01:00`)
const START = at('05T10:00')

const MOMENTS = {
  'the day before': at('04T23:59'),
  'early that day': at('05T00:00'),
  'the start': START,
  'a moment later': new Date(START.getTime() + 1),
  'late that day': at('05T23:59'),
  'the day after': at('06T00:00'),
} as const
type When = keyof typeof MOMENTS

const visitIn = (visit: Visit, more: Partial<VisitNow> = {}): VisitNow => ({
  status: 'confirmed',
  visit,
  times: visit === null ? {} : { [visit]: START },
  startsAt: START,
  ...more,
})

/** By hand: what can be pressed from a state, at each of the moments in their order. */
const TABLE: [Visit, Record<When, string>][] = [
  [
    null,
    {
      'the day before': '',
      'early that day': 'arrived in_chair',
      'the start': 'arrived in_chair done',
      'a moment later': 'arrived in_chair done no_show',
      'late that day': 'arrived in_chair done no_show',
      'the day after': 'done no_show',
    },
  ],
  [
    'arrived',
    {
      'the day before': '',
      'early that day': 'in_chair',
      'the start': 'in_chair done',
      'a moment later': 'in_chair done',
      'late that day': 'in_chair done',
      'the day after': 'done',
    },
  ],
  [
    'in_chair',
    {
      'the day before': '',
      'early that day': '',
      'the start': 'done',
      'a moment later': 'done',
      'late that day': 'done',
      'the day after': 'done',
    },
  ],
  [
    'done',
    {
      'the day before': '',
      'early that day': '',
      'the start': '',
      'a moment later': '',
      'late that day': '',
      'the day after': '',
    },
  ],
  [
    'no_show',
    {
      'the day before': '',
      'early that day': '',
      'the start': '',
      'a moment later': '',
      'late that day': '',
      'the day after': '',
    },
  ],
]
const CELLS = TABLE.flatMap(([visit, row]) =>
  Object.entries(row).map(([when, next]) => ({ visit, when: when as When, next })),
)

describe('the possible next states of a visit', () => {
  it.each(CELLS)('from $visit on $when are $next', ({ visit, when, next }) => {
    const moment = { now: MOMENTS[when], timeZone }
    expect(nextStates(visitIn(visit), moment).join(' ')).toBe(next)
    for (const state of VISIT_STATES) {
      const isNext = next.split(' ').includes(state)
      expect(visitChange(visitIn(visit), state, moment) === 'forward').toBe(isNext)
    }
  })

  it('are none for a cancelled appointment', () => {
    const cancelled = visitIn(null, { status: 'cancelled' })
    const moment = { now: MOMENTS['a moment later'], timeZone }
    expect(nextStates(cancelled, moment)).toEqual([])
    expect(stepBack(cancelled, moment)).toBeUndefined()
  })

  it('do not depend on whether it is confirmed', () => {
    const open = visitIn(null, { status: 'open' })
    expect(nextStates(open, { now: START, timeZone })).toEqual(['arrived', 'in_chair', 'done'])
  })
})

describe('undoing the last step of a visit', () => {
  const [nine, ten, half] = [at('05T09:50'), at('05T10:05'), at('05T10:30')]
  it.each<[Visit, VisitNow['times'], Visit]>([
    ['arrived', { arrived: nine }, null],
    ['in_chair', { in_chair: nine }, null],
    ['in_chair', { arrived: nine, in_chair: ten }, 'arrived'],
    ['done', { done: ten }, null],
    ['done', { arrived: nine, done: ten }, 'arrived'],
    ['done', { arrived: nine, in_chair: ten, done: half }, 'in_chair'],
    ['no_show', { no_show: half }, null],
  ])('from %s with %o leads to %s, until midnight', (visit, times, to) => {
    const one = visitIn(visit, { times })
    expect(stepBack(one, { now: at('05T23:59'), timeZone })).toBe(to)
    expect(visitChange(one, to, { now: at('05T23:59'), timeZone })).toBe('back')
    expect(stepBack(one, { now: at('06T00:00'), timeZone })).toBeUndefined()
  })

  it('is possible until midnight of the day on which the step was recorded', () => {
    const late = visitIn('done', { times: { done: at('08T14:00') } })
    expect(stepBack(late, { now: at('08T23:59'), timeZone })).toBeNull()
    expect(stepBack(late, { now: at('09T00:00'), timeZone })).toBeUndefined()
  })

  it('is impossible without a step, and never goes back two', () => {
    const moment = { now: half, timeZone }
    expect(stepBack(visitIn(null), moment)).toBeUndefined()
    const done = visitIn('done', { times: { arrived: nine, in_chair: ten, done: half } })
    expect(visitChange(done, 'arrived', moment)).toBeNull()
    expect(visitChange(done, null, moment)).toBeNull()
  })
})

describe('the end of a visit that is done', () => {
  const visit = { startsAt: START, endsAt: at('05T10:30') }
  it.each([
    ['05T10:00', '05T10:05'],
    ['05T10:04', '05T10:05'],
    ['05T10:05', '05T10:05'],
    ['05T10:11', '05T10:15'],
    ['05T10:26', '05T10:30'],
    ['05T10:45', '05T10:30'],
    ['07T10:45', '05T10:30'],
  ])('at %s is %s', (now, end) => expect(endWhenDone(visit, at(now))).toEqual(at(end)))
})

describe('the waiting time of a patient', () => {
  const now = at('05T10:20')
  const [early, late] = [at('05T09:50'), at('06T09:50')]
  it.each<[string, Visit, VisitNow['times'], number | null]>([
    ['still waiting', 'arrived', { arrived: early }, 30],
    ['in the chair', 'in_chair', { arrived: early, in_chair: at('05T10:07') }, 17],
    ['into the chair at once', 'in_chair', { in_chair: at('05T10:07') }, null],
    ['done without the chair', 'done', { arrived: early, done: at('05T10:15') }, 25],
    ['pressed on another day', 'arrived', { arrived: late }, null],
    ['done on another day', 'done', { arrived: early, done: late }, null],
    ['not there', null, {}, null],
  ])('%s', (_, visit, times, minutes) => {
    expect(waitedMinutes(visitIn(visit, { times }), { now, timeZone })).toBe(minutes)
  })
})

it.each([
  ['05T10:00', false],
  ['05T23:59', false],
  ['06T00:00', true],
  ['04T23:59', true],
])('a step recorded at %s is late: %s', (pressed, late) =>
  expect(isLatePress(at(pressed), START, timeZone)).toBe(late),
)

it.each<[Visit, 'open' | 'cancelled', string, boolean]>([
  [null, 'open', '05T10:30', true],
  [null, 'open', '05T10:29', false],
  ['arrived', 'open', '05T10:30', true],
  ['in_chair', 'open', '05T10:30', true],
  ['done', 'open', '05T10:30', false],
  ['no_show', 'open', '05T10:30', false],
  [null, 'cancelled', '05T10:30', false],
])('a visit in %s (%s) at %s lacks an outcome: %s', (visit, status, now, lacks) => {
  expect(lacksOutcome({ visit, status, endsAt: at('05T10:30') }, at(now))).toBe(lacks)
})
