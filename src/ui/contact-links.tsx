import { useTranslation } from 'react-i18next'

/** A number as people read it, which calls when it is pressed. */
export function PhoneLink({ phone }: { phone: string }) {
  return <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
}

/** A link to where an address is, in the device's own map or a page of it. No more than the clinic's address goes there. */
export const mapAddress = (address: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`

export function MapLink({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <a href={mapAddress(address)} target="_blank" rel="noopener noreferrer">
      {t('map')}
    </a>
  )
}
