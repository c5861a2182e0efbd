import { describe, expect, it } from 'vitest'
import { type Changes, changesSince, type Listed } from './changes-since.ts'

const at = (clock: string) => Date.parse(`2030-03-04T${clock}:00+01:00`)

/** 'b 10 v2 cancelled': an appointment of today by id, hour, version and state; open in version 1 unless said. */
function rowOf(text: string) {
  const [id = '', hour = '', ...more] = text.split(' ')
  const version = Number(more.find((word) => /^v\d$/.test(word))?.slice(1) ?? 1)
  const status = more.includes('cancelled') ? ('cancelled' as const) : ('open' as const)
  return { id, version, status, appointment_date: `2030-03-04T${hour.padStart(2, '0')}:00:00+01:00` }
}
const list = (rows: string[], ends: Partial<Listed> = {}): Listed => ({
  rows: rows.map(rowOf),
  isStart: true,
  isEnd: true,
  at: at('07:30'),
  ...ends,
})
const NOTHING: Changes = { fresh: [], changed: [], cancelled: [] }
const since = (before: Listed, after: Listed, isFiltered = false) =>
  changesSince(before, { ...after, at: at('09:00') }, isFiltered)

describe('what has happened meanwhile to a day', () => {
  const day = list(['a 8', 'b 10', 'c 12'])
  it.each<[string, string[], Partial<Changes>]>([
    ['nothing', ['a 8', 'b 10', 'c 12'], {}],
    ['one was booked', ['a 8', 'b 10', 'x 11', 'c 12'], { fresh: ['x'] }],
    ['one was booked after all others', ['a 8', 'b 10', 'c 12', 'x 13'], { fresh: ['x'] }],
    ['one was booked and has begun by now', ['x 7', 'a 8', 'b 10', 'c 12'], { fresh: ['x'] }],
    ['one was confirmed', ['a 8', 'b 10 v2', 'c 12'], { changed: ['b'] }],
    ['one was cancelled', ['a 8', 'c 12'], { cancelled: ['b'] }],
    ['all at once', ['x 9', 'a 8 v2', 'c 12'], { fresh: ['x'], changed: ['a'], cancelled: ['b'] }],
    ['all were cancelled', [], { cancelled: ['a', 'b', 'c'] }],
  ])('%s', (_, after, changes) => expect(since(day, list(after))).toEqual({ ...NOTHING, ...changes }))

  it('the first appointments of an empty day are new', () =>
    expect(since(list([]), list(['a 8', 'b 10'])).fresh).toEqual(['a', 'b']))
})

describe('what has happened meanwhile to a page of many', () => {
  const firstPage = { isEnd: false }
  const middlePage = { isStart: false, isEnd: false }
  it.each<[string, Listed, Listed, Partial<Changes>]>([
    [
      'one that was booked pushes the last one to the next page',
      list(['a 10', 'b 12', 'c 14'], firstPage),
      list(['a 10', 'x 11', 'b 12'], firstPage),
      { fresh: ['x'] },
    ],
    [
      'one that was cancelled brings up one of the next page',
      list(['a 10', 'b 12', 'c 14'], firstPage),
      list(['a 10', 'c 14', 'd 15'], firstPage),
      { cancelled: ['b'] },
    ],
    [
      'the first of all was cancelled',
      list(['a 10', 'b 12'], firstPage),
      list(['b 12', 'c 14'], firstPage),
      { cancelled: ['a'] },
    ],
    [
      'one that has begun by now is past, and not cancelled',
      list(['a 8', 'b 12'], firstPage),
      list(['b 12', 'c 14'], firstPage),
      {},
    ],
    [
      'a page in the middle that has moved by one',
      list(['b 12', 'c 14', 'd 15'], middlePage),
      list(['a 11', 'b 12', 'c 14'], middlePage),
      {},
    ],
    [
      'a page whose appointments have all begun by now',
      list(['a 8', 'b 8'], firstPage),
      list(['c 10', 'd 12'], firstPage),
      {},
    ],
    [
      'past ones that stand after those to come',
      list(['b 12', 'a 7'], firstPage),
      list(['b 12', 'x 13', 'a 7'], firstPage),
      { fresh: ['x'] },
    ],
  ])('%s', (_, before, after, changes) => expect(since(before, after)).toEqual({ ...NOTHING, ...changes }))
})

it('a row that left a filtered list has changed, and need not be cancelled', () =>
  expect(since(list(['a 10', 'b 12']), list(['a 10']), true)).toEqual({ ...NOTHING, changed: ['b'] }))

it('the changes of a search, which lists cancelled ones too, name the cancelled ones', () =>
  expect(since(list(['a 10', 'b 12']), list(['a 10', 'b 12 v2 cancelled']), true)).toEqual({
    ...NOTHING,
    cancelled: ['b'],
  }))

it('one that was cancelled before is no news', () =>
  expect(since(list(['a 10', 'b 12 cancelled']), list(['a 10']))).toEqual(NOTHING))
