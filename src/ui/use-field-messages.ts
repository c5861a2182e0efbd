import { useTranslation } from 'react-i18next'
import type account from '../i18n/locales/en/account.json'

type Namespace =
  | 'account'
  | 'blockers'
  | 'desk'
  | 'devices'
  | 'feeds'
  | 'keys'
  | 'records'
  | 'verify'
  | 'waiting'
  | 'webhooks'
type General = Exclude<Namespace, 'verify'> | 'booking'

// Typed by one namespace in place of each. A key without a text is not looked up.
type FieldKey = keyof (typeof account)['field']

/** A key without a text in `namespace` gets the one of `general`. */
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
