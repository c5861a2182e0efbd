import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../../../contract/webhooks.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { switchWebhook, testWebhook, webhookQueries } from '../../../api/webhooks.ts'
import { messageFor } from '../../../http/message-for.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { Card, Hint } from '../../../ui/card.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { useDisabledWithout } from '../../../ui/needs-connection.tsx'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { useInstants } from '../../../ui/use-instants.ts'
import { Deliveries } from './deliveries.tsx'

const Head = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: '4px 16px',
  '& h2': { fontSize: '1.0625rem', overflowWrap: 'anywhere' },
})

const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

type Props = { of: Webhook; onRenew: () => void; onDelete: () => void }

/** One address: its state, its actions and its deliveries. */
export function WebhookCard({ of: webhook, onRenew, onDelete }: Props) {
  const { t } = useTranslation('webhooks')
  const when = useInstants()
  const headId = useId()
  const disabled = useDisabledWithout()
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const { id, url, off, failures, waiting, createdAt } = webhook
  const onSettled = () => refetchChanged(queries, webhookQueries.all())
  const toggle = useMutation({
    mutationFn: () => switchWebhook(id, off !== null),
    onMutate: clear,
    onSuccess: () => notify('success', t(off ? 'switchedOn' : 'switchedOff')),
    onError: (error) => notify('error', messageFor(error, t('switchFailed'))),
    onSettled,
  })
  const test = useMutation({
    mutationFn: () => testWebhook(id),
    onMutate: clear,
    onSuccess: () => notify('success', t('tested')),
    onError: (error) => notify('error', messageFor(error, t('testFailed'))),
    onSettled,
  })
  const facts = [
    t('added', { at: when(createdAt) }),
    failures > 0 && t('failures', { count: failures }),
    waiting > 0 && t('waiting', { count: waiting }),
  ]
  return (
    <Card aria-labelledby={headId}>
      <Head>
        <div>
          <h2 id={headId}>{url}</h2>
          <Hint>{facts.filter(Boolean).join(' · ')}</Hint>
        </div>
        <StateTag tint={off ? 'cancelled' : 'closed'}>{t(off ? 'off' : 'on')}</StateTag>
      </Head>
      {off && (
        <Note kind={off.as === 'by_hand' ? 'info' : 'error'}>
          <NoteSign kind={off.as === 'by_hand' ? 'info' : 'error'} />
          <span>{t(`offAs.${off.as}`, { at: when(off.at) })}</span>
        </Note>
      )}
      <Buttons>
        <Button
          variant="outlined"
          {...disabled}
          aria-disabled={test.isPending || Boolean(disabled)}
          onClick={() => disabled || test.isPending || test.mutate()}
        >
          {t('test')}
        </Button>
        <Button
          variant="outlined"
          {...disabled}
          aria-disabled={toggle.isPending || Boolean(disabled)}
          onClick={() => disabled || toggle.isPending || toggle.mutate()}
        >
          {t(off ? 'switchOn' : 'switchOff')}
        </Button>
        <Button variant="outlined" {...disabled} onClick={() => disabled || onRenew()}>
          {t('newSecret')}
        </Button>
        <Button variant="text" color="secondary" {...disabled} onClick={() => disabled || onDelete()}>
          {t('delete')}
        </Button>
      </Buttons>
      <Deliveries of={webhook} />
    </Card>
  )
}
