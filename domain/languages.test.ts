import { expect, it } from 'vitest'
import { isoLanguage } from './languages.ts'

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
