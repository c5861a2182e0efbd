import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../i18n/languages.ts'
import { useVisitClinic } from './visit-clinic.ts'
import { whenIn } from './when.ts'

/** How days and times of the visit are said in the page's language, by the clock of the clinic. */
export function useWhen() {
  const { timeZone } = useVisitClinic()
  const { t, i18n } = useTranslation('visit')
  return whenIn(isoLanguage(i18n.language), timeZone, (words) => t('moment', words))
}
