import { useTranslation } from 'react-i18next'
import type verify from '../../../i18n/locales/en/verify.json'

/** What can be wrong with a field of the verification, by the names of its texts. */
export type VerifyFieldMessage = keyof typeof verify.field

/** The sentence for what is wrong with a field; one that has no text of its own gets the general one. */
export function useFieldWords(): (key: string) => string {
  const { t, i18n } = useTranslation(['verify', 'booking'])
  return (key) =>
    i18n.exists(`verify:field.${key}`) ? t(`field.${key as VerifyFieldMessage}`) : t('booking:field.invalid')
}
