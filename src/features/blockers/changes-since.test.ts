import { expect, it } from 'vitest'
import { changesSince, type Listed } from './changes-since.ts'

/** 'a b2': blockers 'a' in version 1 and 'b' in version 2. */
const list = (text: string, ends: Partial<Listed> = {}): Listed => ({
  rows: text.split(' ').flatMap((word) => (word ? { id: word[0] ?? '', version: Number(word[1] ?? 1) } : [])),
  isStart: true,
  isEnd: true,
  ...ends,
})
const first = { isEnd: false }
const middle = { isStart: false, isEnd: false }

it.each<[string, Listed, Listed, string]>([
  ['nothing', list('a b c'), list('a b c'), '||'],
  ['one was added', list('b c'), list('a b c'), 'a||'],
  ['one was changed', list('a b c'), list('a b2 c'), '|b|'],
  ['one was deleted', list('a b c'), list('a c'), '||b'],
  ['the last one was deleted', list('a b c'), list('a b'), '||c'],
  ['the first ones were added', list(''), list('a b'), 'a b||'],
  ['all at once', list('b c d'), list('a c2 d'), 'a|c|b'],
  ['one that was added pushes another to the next page', list('b c', first), list('a b', first), 'a||'],
  ['one that was deleted brings up another', list('a b', first), list('b c', first), '||a'],
  ['the next page went', list('a b', first), list('a b'), '||'],
  ['a page in the middle has moved', list('c d', middle), list('b c', middle), '||'],
])('the list announces its changes: %s', (_, before, after, words) => {
  const { fresh, changed, gone } = changesSince(before, after)
  expect([fresh, changed, gone].map((ids) => ids.join(' ')).join('|')).toBe(words)
})
