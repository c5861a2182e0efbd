import { useTranslation } from 'react-i18next'
import type devices from '../../i18n/locales/en/devices.json'

type DeviceFieldKey = keyof (typeof devices)['field']

/** The sentence for what is wrong with a field; one that has no text of its own gets the general one. */
export function useFieldWords(): (key: string) => string {
  const { t, i18n } = useTranslation('devices')
  return (key) => t(`field.${i18n.exists(`devices:field.${key}`) ? (key as DeviceFieldKey) : 'invalid'}`)
}
