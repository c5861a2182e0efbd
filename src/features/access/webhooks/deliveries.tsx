import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Delivery, Webhook } from '../../../../contract/webhooks.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { redeliver, webhookQueries } from '../../../api/webhooks.ts'
import { messageFor } from '../../../http/message-for.ts'
import type texts from '../../../i18n/locales/en/webhooks.json'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { Hint } from '../../../ui/card.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { RowButton, Soft } from '../../../ui/row-parts.tsx'
import { useInstants } from '../../../ui/use-instants.ts'

const Part = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 })

const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: '2px 16px',
  padding: '10px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > button': { justifySelf: 'end', marginBlock: 0 },
  '& > [data-state]': { justifySelf: 'end' },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 150px minmax(0, 2fr) 130px',
    alignItems: 'center',
    '& > [data-state]': { justifySelf: 'start' },
  },
}))

const More = styled(Button)({ justifySelf: 'start', marginInlineStart: -12 })

const What = styled('span')({ display: 'grid', gap: 2 })

/** Number of deliveries before 'show all'. */
const FIRST = 8

/** 'appointment.booked' is 'booked'. */
const keyOf = (type: string) => type.replace(/^.*\./, '') as keyof typeof texts.types

/** The last deliveries to an address. Each can be sent again, unless it waits for the address to be switched on. */
export function Deliveries({ of: { id, off } }: { of: Webhook }) {
  const { t } = useTranslation('webhooks')
  const headId = useId()
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { data, error, isPending } = useQuery(webhookQueries.deliveries(adminId, id))
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const [showsAll, setShowsAll] = useState(false)
  const again = useMutation({
    mutationFn: (event: string) => redeliver(id, event),
    onMutate: clear,
    onSuccess: () => notify('success', t('againDone')),
    onError: (error) => notify('error', messageFor(error, t('againFailed'))),
    onSettled: () => refetchChanged(queries, webhookQueries.all()),
  })
  return (
    <Part>
      <div>
        <h3 id={headId}>{t('deliveries')}</h3>
        {error ? (
          <Hint role="alert">{messageFor(error, t('deliveriesFailed'))}</Hint>
        ) : (
          (isPending || data.length === 0) && (
            <Hint role="status">{t(isPending ? 'deliveriesLoading' : 'noDeliveries')}</Hint>
          )
        )}
      </div>
      {data && data.length > 0 && (
        <List aria-labelledby={headId}>
          {data.slice(0, showsAll ? undefined : FIRST).map((delivery) => (
            <DeliveryRow
              key={delivery.event}
              of={delivery}
              onAgain={
                off && delivery.state === 'pending'
                  ? null
                  : () => again.isPending || again.mutate(delivery.event)
              }
            />
          ))}
        </List>
      )}
      {data && data.length > FIRST && !showsAll && (
        <More variant="text" color="secondary" onClick={() => setShowsAll(true)}>
          {t('showAll', { all: data.length })}
        </More>
      )}
    </Part>
  )
}

function DeliveryRow({ of: delivery, onAgain }: { of: Delivery; onAgain: (() => void) | null }) {
  const { t } = useTranslation('webhooks')
  const when = useInstants()
  const [what, at] = [t(`types.${keyOf(delivery.type)}`), when(delivery.created)]
  return (
    <Row>
      <What>
        <strong>{what}</strong>
        <Soft>{at}</Soft>
      </What>
      <DeliveryState of={delivery} />
      {onAgain && (
        <RowButton label={t('againOf', { type: what, at })} onPress={() => onAgain()}>
          {t('again')}
        </RowButton>
      )}
    </Row>
  )
}

const TINTS = { delivered: 'closed', pending: 'open', given_up: 'cancelled' } as const

/** State of a delivery in a word, and the facts of its attempts. */
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
      <StateTag tint={TINTS[state]} data-state>
        {t(`states.${state}`)}
      </StateTag>
      <Soft>{facts.filter(Boolean).join(' · ')}</Soft>
    </>
  )
}
