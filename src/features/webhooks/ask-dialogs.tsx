import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../../contract/webhooks.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { deleteWebhook, renewSecret, webhookQueries } from '../../api/webhooks.ts'
import { messageFor } from '../../http/api-error.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { useMessages } from '../../ui/messages.ts'

type Props = { webhook: Webhook; onClose: () => void }

/** Asks before an address gets another secret, which the receiver doesn't have yet. */
export function RenewDialog({ webhook, onSecret, onClose }: Props & { onSecret: (secret: string) => void }) {
  const { t } = useTranslation('webhooks')
  const { notify, clear } = useMessages()
  const renew = useMutation({
    mutationFn: () => renewSecret(webhook.id),
    onMutate: clear,
    onSuccess: ({ secret }) => onSecret(secret),
    onError: (error) => {
      notify('error', messageFor(error, t('renew.failed')))
      onClose()
    },
  })
  return <AskDialog words="renew" webhook={webhook} act={renew} color="primary" onClose={onClose} />
}

/** Asks before an address is deleted with its deliveries. */
export function RemoveDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onMutate: clear,
    onSuccess: () => notify('success', t('remove.done')),
    onError: (error) => notify('error', messageFor(error, t('remove.failed'))),
    onSettled: () => {
      // Not its deliveries, which are gone.
      void refetchChanged(queries, webhookQueries.lists())
      onClose()
    },
  })
  return <AskDialog words="remove" webhook={webhook} act={remove} color="error" onClose={onClose} />
}

type AskProps = Props & {
  words: 'renew' | 'remove'
  color: 'primary' | 'error'
  act: { isPending: boolean; mutate: () => void }
}

function AskDialog({ words, webhook, act, color, onClose }: AskProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Dialog open onClose={() => !act.isPending && onClose()} aria-labelledby="ask-webhook" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="ask-webhook">{t(`${words}.title`)}</h2>
          <p>{t(`${words}.text`, { url: webhook.url })}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={act.isPending} onClick={onClose}>
            {t('keep')}
          </Button>
          <Button
            variant="contained"
            color={color}
            aria-disabled={act.isPending}
            onClick={() => act.isPending || act.mutate()}
          >
            {t(act.isPending ? `${words}.busy` : `${words}.submit`)}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
