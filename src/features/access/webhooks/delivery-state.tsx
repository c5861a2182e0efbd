import { useTranslation } from 'react-i18next'
import type { Delivery } from '../../../../contract/webhooks.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { Soft } from '../../../ui/row-parts.tsx'
import { useInstants } from '../../../ui/use-instants.ts'

const TINTS = { delivered: 'closed', pending: 'open', given_up: 'cancelled' } as const

/** What has become of a delivery: a word, and what is known of its tries. */
export function DeliveryState({ of: delivery }: { of: Delivery }) {
  const { t } = useTranslation('webhooks')
  const when = useInstants()
  const { state, status, error, tookMs, attempts, nextAt, lastAt } = delivery
  const facts = [
    status !== null && t('answer', { status, ms: tookMs ?? 0 }),
    status !== null && status >= 300 && status < 400 && t('redirect'),
    error && t(`errors.${error}`),
    attempts > 1 && t('tries', { count: attempts }),
    state === 'pending' && lastAt !== null && nextAt !== null && t('nextTry', { at: when(nextAt) }),
  ]
  return (
    <>
      <StateTag tint={TINTS[state]} className="state">
        {t(`states.${state}`)}
      </StateTag>
      <Soft>{facts.filter(Boolean).join(' · ')}</Soft>
    </>
  )
}
