import { useTranslation } from 'react-i18next'
import type account from '../../i18n/locales/en/account.json'

type AccountFieldKey = keyof (typeof account)['field']

/** The sentence for what a schema has against a field; one that has no text of its own gets the general one. */
export function useFieldWords(): (key: string) => string {
  const { t, i18n } = useTranslation('account')
  return (key) => t(`field.${i18n.exists(`account:field.${key}`) ? (key as AccountFieldKey) : 'invalid'}`)
}
