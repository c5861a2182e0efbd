import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../../contract/webhooks.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { deleteWebhook, renewSecret, webhookQueries } from '../../api/webhooks.ts'
import { messageFor } from '../../http/api-error.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'

type Props = { webhook: Webhook; onClose: () => void }

/** Asks before an address gets another secret, which the receiver doesn't have yet. */
export function RenewDialog({ webhook, onSecret, onClose }: Props & { onSecret: (secret: string) => void }) {
  const { t } = useTranslation('webhooks')
  const { notify } = useMessages()
  const renew = useMutation({
    mutationFn: () => renewSecret(webhook.id),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: (error) => {
      notify('error', messageFor(error, t('renew.failed')))
      onClose()
    },
  })
  return (
    <AskDialog
      title={t('renew.title')}
      text={t('renew.text', { url: webhook.url })}
      keep={t('keep')}
      submit={t('renew.submit')}
      busy={t('renew.busy')}
      color="primary"
      act={renew}
      onClose={onClose}
    />
  )
}

/** Asks before an address is deleted with its deliveries. */
export function RemoveDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const { notify } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onSuccess: () => notify('success', t('remove.done')),
    onError: (error) => notify('error', messageFor(error, t('remove.failed'))),
    onSettled: () => {
      // Not its deliveries, which are gone.
      void refetchChanged(queries, webhookQueries.lists())
      onClose()
    },
  })
  return (
    <AskDialog
      title={t('remove.title')}
      text={t('remove.text', { url: webhook.url })}
      keep={t('keep')}
      submit={t('remove.submit')}
      busy={t('remove.busy')}
      act={remove}
      onClose={onClose}
    />
  )
}
