import { useTranslation } from 'react-i18next'
import type account from '../i18n/locales/en/account.json'

/** Namespaces that have sentences about fields. */
type Namespace = 'account' | 'blockers' | 'devices' | 'verify'
type General = Exclude<Namespace, 'verify'> | 'booking'

// The compiler is asked about one namespace in place of each: a key that is none of its texts is not looked up.
type FieldKey = keyof (typeof account)['field']

/**
 * The sentence for what is wrong with a field; a key that has no text of its own gets the general one.
 * @param namespace of the sentences; @param general the namespace of the general one
 */
export function useFieldMessages(namespace: 'verify', general: General): (key: string) => string
export function useFieldMessages(namespace: General & Namespace): (key: string) => string
export function useFieldMessages(
  namespace: Namespace,
  general: Namespace | General = namespace,
): (key: string) => string {
  const { t, i18n } = useTranslation([namespace, general])
  return (key) =>
    i18n.exists(`${namespace}:field.${key}`)
      ? t(`${namespace as 'account'}:field.${key as FieldKey}`)
      : t(`${general as 'account'}:field.invalid`)
}
