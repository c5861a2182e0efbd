import { expect, it } from 'vitest'
import { chooseEncoding } from './encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['gzip;q=0', undefined],
  ['BR', 'br'],
  ['br ; q=0.000', undefined],
  ['br;q=nonsense', undefined],
  ['identity', undefined],
  ['brotli, xgzip', undefined],
  ['', undefined],
  [undefined, undefined],
])('the encoding for Accept-Encoding %j is %s', (header, encoding) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding)
})

it('the server offers only encodings of which files exist', () => {
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(chooseEncoding('br, gzip', [])).toBeUndefined()
})
