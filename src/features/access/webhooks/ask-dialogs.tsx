import { useTranslation } from 'react-i18next'
import type { Webhook, WebhookSecret } from '../../../../contract/webhooks.ts'
import { deleteWebhook, renewSecret, webhookQueries } from '../../../api/webhooks.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { focusMaker } from '../../../ui/maker-focus.ts'

type Props = { webhook: Webhook; onClose: () => void }

/** Asks before an address gets another secret, which the receiver doesn't have yet. */
export function RenewDialog({
  webhook,
  onSecret,
  onClose,
}: Props & { onSecret: (renewed: WebhookSecret) => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <AskDialog
      title={t('renew.title')}
      text={t('renew.text', { url: webhook.url })}
      keep={t('keep')}
      submit={t('renew.submit')}
      busy={t('renew.busy')}
      color="primary"
      act={() => renewSecret(webhook.id)}
      done={(renewed) => {
        onSecret(renewed)
        return null
      }}
      failed={t('renew.failed')}
      onClose={onClose}
    />
  )
}

/** Asks before an address is deleted with its deliveries. */
export function RemoveDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <AskDialog
      title={t('remove.title')}
      text={t('remove.text', { url: webhook.url })}
      keep={t('keep')}
      submit={t('remove.submit')}
      busy={t('remove.busy')}
      act={() => deleteWebhook(webhook.id)}
      done={() => t('remove.done')}
      failed={t('remove.failed')}
      // Not its deliveries, which are gone.
      shownIn={webhookQueries.lists()}
      onClose={onClose}
      onGone={focusMaker}
    />
  )
}
