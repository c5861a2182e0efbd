import { describe, expect, it } from 'vitest'
import { storedLanguage } from './languages.ts'

describe('the stored language', () => {
  it('is taken when it is offered', () => expect(storedLanguage(() => 'en')).toBe('en'))
  it.each([null, '', 'sp', '"en"', 'klingon'])('is English when %j is stored', (stored) =>
    expect(storedLanguage(() => stored)).toBe('en'),
  )
  it('is English when the browser refuses its storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(storedLanguage(refuse)).toBe('en')
  })
})
