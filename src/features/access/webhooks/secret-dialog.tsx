import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { WebhookSecret } from '../../../../contract/webhooks.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { testWebhook, webhookQueries } from '../../../api/webhooks.ts'
import { messageFor } from '../../../http/message-for.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { CopyLine } from '../../../ui/form/copy-line.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { DeliveryState } from './delivery-state.tsx'

const Outcome = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  '&:empty': { display: 'none' },
})

type Props = { of: WebhookSecret; onClose: () => void }

/** The secret of an address, which is not shown again: only its button closes this. With it, the receiver can be tested. */
export function SecretDialog({ of: { id, secret }, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => testWebhook(id),
    onMutate: clear,
    onError: (error) => notify('error', messageFor(error, t('testFailed'))),
    onSettled: () => refetchChanged(queries, webhookQueries.all()),
  })
  const sent = useQuery({ ...webhookQueries.deliveries(adminId, id), enabled: test.data !== undefined })
  const outcome = sent.data?.find(({ event }) => event === test.data)
  const texts = { copy: t('secret.copy'), copied: t('secret.copied'), notCopied: t('secret.notCopied') }
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby="webhook-secret">
      <DialogBody>
        <DialogIntro>
          <h2 id="webhook-secret">{t('secret.title')}</h2>
          <p>{t('secret.text')}</p>
        </DialogIntro>
        <DialogMessages />
        <CopyLine label={t('secret.label')} value={secret} texts={texts} />
        <Outcome role="status">{outcome && <DeliveryState of={outcome} />}</Outcome>
        <DialogFoot>
          <Button
            variant="text"
            color="secondary"
            aria-disabled={test.isPending}
            onClick={() => test.isPending || test.mutate()}
          >
            {t('test')}
          </Button>
          <Button variant="outlined" onClick={onClose}>
            {t('secret.done')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </Dialog>
  )
}
