import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { weekOf } from '../../features/appointments/calendar/week-days.ts'
import { loadPickerLanguage } from './picker-language.ts'

it.each(['en', 'es', 'de', 'it', 'ru', 'ha', 'ig', 'yo'])(
  'the week of a picker in %s begins on Monday',
  async (iso) => {
    await loadPickerLanguage(iso)
    for (const day of ['2026-11-22', '2026-11-23', '2026-11-29']) {
      expect(dayjs(day).locale(iso).startOf('week').format('YYYY-MM-DD')).toBe(weekOf(day)[0])
    }
  },
)

it('days and months have their English names after that', async () => {
  await loadPickerLanguage('en')
  expect(dayjs('2026-11-29').locale('en').format('dddd D MMMM')).toBe('Sunday 29 November')
})
