import { useTranslation } from 'react-i18next'
import type blockers from '../../i18n/locales/en/blockers.json'

type BlockerFieldKey = keyof (typeof blockers)['field']

/** The sentence for what is wrong with a field; one that has no text of its own gets the general one. */
export function useFieldWords(): (key: string) => string {
  const { t, i18n } = useTranslation('blockers')
  return (key) => t(`field.${i18n.exists(`blockers:field.${key}`) ? (key as BlockerFieldKey) : 'invalid'}`)
}
