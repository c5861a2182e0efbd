import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/card.tsx'
import { PhoneLink } from '../../../ui/contact-links.tsx'
import { useKnownClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'

function useClinicPhone(): string | undefined {
  const { form } = useAtomValue(bookingAtom)
  return useKnownClinic()?.locations.find(({ code }) => code === form.location)?.phone
}

/** The number of the chosen location, one press away. */
export function ClinicPhone() {
  const phone = useClinicPhone()
  return phone && <PhoneLink phone={phone} />
}

/** Advice to call, where the page cannot help. */
export function CallClinic() {
  const { t } = useTranslation('booking')
  const phone = useClinicPhone()
  if (!phone) return null
  return (
    <Hint>
      {t('callClinic')} <PhoneLink phone={phone} />
    </Hint>
  )
}
