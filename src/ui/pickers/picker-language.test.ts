import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { weekOf } from '../../features/book/calendar/week-days.ts'
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

it('a picker in English knows its patterns, whichever of the two is loaded first', async () => {
  await loadPickerLanguage('en')
  const { AdapterDayjs } = await import('@mui/x-date-pickers/AdapterDayjs')
  const adapter = new AdapterDayjs({ locale: 'en' })
  expect(adapter.expandFormat('L LT')).toBe('MM/DD/YYYY h:mm A')
  expect(adapter.format(dayjs('2026-11-29'), 'fullDate')).toBe('Nov 29, 2026')
})
