import { describe, expect, it } from 'vitest'
import { LANGUAGE_CODES } from '../../domain/languages.ts'
import { LANGUAGE_NAMES, languageOf, storedLanguage } from './languages.ts'

it('every language is named in itself', () =>
  expect(Object.keys(LANGUAGE_NAMES).sort()).toEqual([...LANGUAGE_CODES].sort()))

describe('the stored language', () => {
  it.each(['en', 'sp', 'gr', 'it', 'rs'])('is %s when that is stored: the clinic offers it', (code) =>
    expect(storedLanguage(() => code)).toBe(code),
  )
  it.each([null, '', 'ha', 'es', 'ru', '"rs"', 'RS', 'klingon'])('is English when %j is stored', (stored) =>
    expect(storedLanguage(() => stored)).toBe('en'),
  )
  it('is English when the browser refuses its storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(storedLanguage(refuse)).toBe('en')
  })
  it('is one of those for patients where the clinic has switched it on', () =>
    expect(languageOf('yo', ['en', 'yo'])).toBe('yo'))
})
