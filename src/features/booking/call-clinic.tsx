import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { clinic } from '../../clinic.ts'
import { Hint } from '../../ui/card.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { bookingAtom } from './booking-atom.ts'

/** Where the page may not help: the number of the chosen location, one press away. */
export function CallClinic() {
  const { t } = useTranslation('booking')
  const { form } = useAtomValue(bookingAtom)
  const phone = clinic.locations.find(({ code }) => code === form.location)?.phone
  if (!phone) return null
  return (
    <Hint>
      {t('callClinic')} <PhoneLink phone={phone} />
    </Hint>
  )
}
