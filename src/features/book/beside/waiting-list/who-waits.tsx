import { useTranslation } from 'react-i18next'
import type { WaitingEntry } from '../../../../../contract/waiting-list.ts'
import { part } from '../../state/parts.ts'
import { useDetails } from '../../state/use-details.ts'
import { useWhen } from '../use-when.ts'

/** The name of somebody who waits, which opens the visit that they have. */
export function WaitingName({ of: { name, appointment } }: { of: WaitingEntry }) {
  const details = useDetails()
  if (!appointment) return <strong>{name}</strong>
  return (
    <button type="button" className="open" {...part('open')} onClick={() => details.open(appointment.id)}>
      {name}
    </button>
  )
}

/**
 * Wish of a waiting patient: an earlier time than that of their appointment, or a first appointment.
 * @param today 'YYYY-MM-DD'
 */
export function WaitsFor({
  of: { appointment, service, minutes },
  today,
}: {
  of: WaitingEntry
  today: string
}) {
  const { t } = useTranslation('waiting')
  const when = useWhen(today)
  return appointment
    ? t('earlier', { when: when(appointment.appointment_date) })
    : t('first', { service, minutes })
}
