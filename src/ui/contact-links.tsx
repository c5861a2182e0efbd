import { useTranslation } from 'react-i18next'

/** A number as people read it, which calls when it is pressed. */
export function PhoneLink({ phone }: { phone: string }) {
  return <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
}

/** Where an address is, in the device's own map or a page of it. No more than the clinic's address goes there. */
export function MapLink({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t('map')}
    </a>
  )
}
