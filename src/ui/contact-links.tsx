import { useTranslation } from 'react-i18next'
import { mapAddress, telAddress } from './contact-addresses.ts'

/** A number as people read it, which calls when it is pressed. */
export function PhoneLink({ phone }: { phone: string }) {
  return <a href={telAddress(phone)}>{phone}</a>
}

export function MapLink({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <a href={mapAddress(address)} target="_blank" rel="noopener noreferrer">
      {t('map')}
    </a>
  )
}
