import { expect, it } from 'vitest'
import { readHash, wholeToken } from './hash-link.ts'

it.each([
  ['', {}],
  ['#', {}],
  ['#token=a_-B9', { token: 'a_-B9' }],
  ['#error=not_staff', { error: 'not_staff' }],
  ['#code=a&state=b', { code: 'a', state: 'b' }],
  ['#token=%', { token: '%' }],
])('a hash link %j is read as %j', (hash, link) => expect(readHash(hash)).toEqual(link))

it('a hash link counts with a whole token only', () => {
  const token = `${'a_-B9'.repeat(8)}xyz`
  expect(wholeToken(token)).toBe(token)
  for (const half of [undefined, '', token.slice(1), `${token}.`, `${token}=`])
    expect(wholeToken(half)).toBeNull()
})
