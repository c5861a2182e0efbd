import Button from '@mui/material/Button'
import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Offer } from '../../../contract/waiting-list.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { useWhen } from './use-when.ts'

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
    <Card aria-labelledby="offer-title">
      <h2 id="offer-title">{t('offer.title')}</h2>
      <p>
        <strong data-slot="offered">{when.moment(offer.appointment_date)}</strong>
        <br />
        <span data-slot="offered-doctor">{offer.doctor.name}</span>
      </p>
      <Button variant="contained" aria-busy={busy} data-press="claim" onClick={onTake}>
        {t('offer.take')}
      </Button>
      <Hint data-slot="not-held">{t('offer.notHeld', { until: when.time(offer.until) })}</Hint>
    </Card>
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
      {waits && <Hint sx={{ textAlign: 'center' }}>{t('waits')}</Hint>}
      <Button
        fullWidth
        startIcon={waits ? undefined : <BellRing size={20} />}
        aria-busy={busy === to}
        data-press={to}
        onClick={() => onPress(to)}
      >
        {t(waits ? 'waitNoMore' : 'wait')}
      </Button>
    </div>
  )
}
