import BellRing from 'lucide-react/icons/bell-ring'
import { useTranslation } from 'react-i18next'
import type { Offer } from '../../../contract/offer.ts'
import { useWhen } from './use-when.ts'
import { VisitButton } from './visit-button.tsx'

type Props = {
  offer: Offer
  busy: boolean
  onTake: () => void
}

/** A time that became free, to whoever presses first. */
export function OfferCard({ offer, busy, onTake }: Props) {
  const { t } = useTranslation('visit')
  const when = useWhen()
  return (
    <section className="visit-card" aria-labelledby="offer-title">
      <h2 id="offer-title">{t('offer.title')}</h2>
      <p>
        <strong>{when.moment(offer.appointment_date)}</strong>
        <br />
        {offer.doctor.name}
      </p>
      <VisitButton look="contained" aria-busy={busy} onClick={onTake}>
        {t('offer.take')}
      </VisitButton>
      <p className="visit-soft">{t('offer.notHeld', { until: when.time(offer.until) })}</p>
    </section>
  )
}

type Press = 'wait' | 'wait-no-more'

/** Waiting for an earlier time: one press, and one to end it. */
export function EarlierTime({
  waits,
  busy,
  onPress,
}: {
  waits: boolean
  busy: string | null
  onPress: (to: Press) => void
}) {
  const { t } = useTranslation('visit')
  const to = waits ? 'wait-no-more' : 'wait'
  return (
    <div>
      {waits && <p className="visit-small">{t('waits')}</p>}
      <VisitButton aria-busy={busy === to} onClick={() => onPress(to)}>
        {!waits && <BellRing size={20} />}
        {t(waits ? 'waitNoMore' : 'wait')}
      </VisitButton>
    </div>
  )
}
