import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { LANGUAGE_CODES } from '../../../domain/languages.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { formatTime } from '../format-time.ts'
import { timePattern } from './time-pattern.ts'

it.each(LANGUAGE_CODES)('a field of a picker writes every time of day as a text in %s does', (code) => {
  const language = isoLanguage(code)
  for (let minute = 0; minute < 24 * 60; minute += 30) {
    const time = dayjs('2030-01-01').add(minute, 'minute')
    expect(time.format(timePattern(language))).toBe(formatTime(time.format('HH:mm'), language))
  }
})
