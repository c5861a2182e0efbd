import { describe, expect, it } from 'vitest'
import { isoLanguage, offeredLanguage } from './languages.ts'

it.each([
  ['en', 'en'],
  ['sp', 'es'],
  ['gr', 'de'],
  ['it', 'it'],
  ['rs', 'ru'],
  ['ha', 'ha'],
  ['yo', 'yo'],
  ['ig', 'ig'],
  ['xx', 'en'],
  ['toString', 'en'],
])('the language %s is %s for files and Intl', (code, iso) => expect(isoLanguage(code)).toBe(iso))

describe('the language of a message', () => {
  it.each([
    ['rs', ['en', 'rs'], 'rs'],
    ['ha', ['en', 'rs'], 'en'],
    ['en', ['gr', 'it'], 'gr'],
    ['xx', ['gr', 'it'], 'gr'],
  ] as const)('for a wish of %s, at a clinic that offers %j, is %s', (wanted, offered, language) =>
    expect(offeredLanguage(wanted, offered)).toBe(language),
  )
})
