import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../i18n/languages.ts'
import { useClinic } from '../use-clinic.ts'
import { formatInstant } from './format-instant.ts'

/** Writes instants (ISO 8601 with offset) in clinic time and in the language of the page. */
export function useInstants(): (instant: string) => string {
  const clinic = useClinic()
  const { i18n } = useTranslation()
  const language = isoLanguage(i18n.language)
  return (instant) => formatInstant(instant, clinic.timeZone, language)
}
