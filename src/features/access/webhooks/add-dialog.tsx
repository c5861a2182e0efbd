import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AddWebhook, WEBHOOK_FIELD_MESSAGES, type WebhookSecret } from '../../../../contract/webhooks.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { addWebhook, webhookQueries } from '../../../api/webhooks.ts'
import { messageFor } from '../../../http/message-for.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { problemsOf } from '../../../ui/form/problems.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'

type Props = { onSecret: (added: WebhookSecret) => void; onClose: () => void }

/** Adds an address; what follows is its secret. */
export function AddDialog({ onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const form = useForm({
    initial: { url: '' },
    check: (values) => problemsOf(AddWebhook, values),
    messages: useFieldMessages('webhooks'),
    own: WEBHOOK_FIELD_MESSAGES,
    send: async ({ url }, key) => {
      clear()
      const added = await addWebhook(url, key)
      void refetchChanged(queries, webhookQueries.all())
      onSecret(added)
    },
    failed: (error) => notify('error', messageFor(error, t('addFailed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    <FormDialog labelledBy="add-webhook" onClose={close}>
      <DialogBody>
        <DialogIntro>
          <h2 id="add-webhook">{t('addTitle')}</h2>
        </DialogIntro>
        <DialogMessages />
        <Form form={form}>
          <TextField field={form.field('url')} label={t('url')} hint={t('urlHint')} required autoFocus />
          <DialogFoot>
            <Button variant="outlined" disabled={form.busy} onClick={close}>
              {t('cancel')}
            </Button>
            <SubmitButton busy={form.busy} busyText={t('adding')}>
              {t('submit')}
            </SubmitButton>
          </DialogFoot>
        </Form>
      </DialogBody>
    </FormDialog>
  )
}
