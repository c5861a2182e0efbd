import { expect, it } from 'vitest'
import { readHash } from './hash-link.ts'

it.each([
  ['', {}],
  ['#', {}],
  ['#token=a_-B9', { token: 'a_-B9' }],
  ['#error=not_staff', { error: 'not_staff' }],
  ['#code=a&state=b', { code: 'a', state: 'b' }],
  ['#token=%', { token: '%' }],
])('after %j there is %j', (hash, link) => expect(readHash(hash)).toEqual(link))
