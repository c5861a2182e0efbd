import type { PickersLocaleText } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import updateLocale from 'dayjs/plugin/updateLocale'
import { useTranslation } from 'react-i18next'
import { onNextLanguage } from '../../i18n/i18n.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { presentLanguage } from '../../i18n/present-language.ts'
import { makeLocale } from './by-intl.ts'

type Words = Partial<PickersLocaleText>

// The texts of MUI and dayjs, loaded with the pickers and on each change of language.
const files: Record<string, () => Promise<{ localeText: Words }>> = {
  es: () => import('./es.ts'),
  de: () => import('./de.ts'),
  it: () => import('./it.ts'),
  ru: () => import('./ru.ts'),
}
const localeTextOf = new Map<string, Words>([['en', {}]])

// As in the calendar; dayjs begins it on Sunday in English alone.
dayjs.extend(updateLocale)
dayjs.updateLocale('en', { weekStart: 1 })

/** Call it before a picker is shown in a language. @throws when the language cannot be fetched */
export async function loadPickerLanguage(iso: string): Promise<void> {
  if (localeTextOf.has(iso)) return
  const file = Object.hasOwn(files, iso) ? files[iso] : undefined
  if (!file) makeLocale(iso)
  localeTextOf.set(iso, file ? (await file()).localeText : {})
}
onNextLanguage(loadPickerLanguage)

/** Await it before a picker is shown. @throws when the language cannot be fetched */
export const preparePickers = (): Promise<void> => loadPickerLanguage(isoLanguage(presentLanguage()))

export function usePickerLanguage(): { adapterLocale: string; localeText: Words } {
  const { i18n } = useTranslation()
  const iso = isoLanguage(i18n.language)
  return { adapterLocale: iso, localeText: localeTextOf.get(iso) ?? {} }
}
