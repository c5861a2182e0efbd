import { describe, expect, it } from 'vitest'
import { dueOf, type Fetched, type Situation } from './prefetch-plan.ts'

const MINUTE = 60_000
/** All went well at minute 1000, with a stream and no event since. */
const fetched: Fetched = { from: '2030-03-04', rangeAt: 1_000 * MINUTE, todayAt: 1_000 * MINUTE }
const quiet = { today: '2030-03-04', changedAt: 0, backAt: 0, isLive: true }
const at = (minute: number, situation: Partial<Situation> = {}): Situation => ({
  ...quiet,
  now: minute * MINUTE,
  ...situation,
})
const m = (minute: number) => minute * MINUTE

describe('the prefetch plan', () => {
  it.each<[string, Situation, 'range' | 'today' | null]>([
    ['nothing while nothing has changed', at(1_059), null],
    ['all of it after an hour in any case', at(1_060), 'range'],
    ['today after an event', at(1_001, { changedAt: m(1_000.5) }), 'today'],
    ['today at most once a minute', at(1_000.9, { changedAt: m(1_000.5) }), null],
    ['nothing for an event that the answer knew of', at(1_005, { changedAt: m(999) }), null],
    ['today alone for 15 minutes after all of it', at(1_014.9, { changedAt: m(1_014) }), 'today'],
    ['all of it 15 minutes later, after an event', at(1_015, { changedAt: m(1_014) }), 'range'],
    ['nothing for 15 minutes without a stream', at(1_014.9, { isLive: false }), null],
    ['all of it every 15 minutes without a stream', at(1_015, { isLive: false }), 'range'],
    ['all of it when the connection is back', at(1_002, { backAt: m(1_001.9) }), 'range'],
    ['not at each return of one that comes and goes', at(1_001.9, { backAt: m(1_001.8) }), null],
    ["all of it after the clinic's midnight", at(1_001, { today: '2030-03-05' }), 'range'],
    ['all of it after the clock was put back', at(900), 'range'],
  ])('is %s', (_, situation, due) => expect(dueOf(situation, fetched)).toBe(due))

  it('is all of it at first', () => expect(dueOf(at(1), { from: '', rangeAt: 0, todayAt: 0 })).toBe('range'))
})
