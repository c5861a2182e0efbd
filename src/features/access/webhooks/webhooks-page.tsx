import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { DOCS } from '../../../../contract/docs-address.ts'
import {
  AddWebhook,
  WEBHOOK_FIELD_MESSAGES,
  type Webhook,
  type WebhookSecret,
} from '../../../../contract/webhooks.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { addWebhook, deleteWebhook, renewSecret, testWebhook, webhookQueries } from '../../../api/webhooks.ts'
import { messageFor } from '../../../http/message-for.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { problemsOf } from '../../../ui/form/problems.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { CreateDialog, OneTimeSecret } from '../create-dialog.tsx'
import { CredentialsPage, RevokeDialog } from '../credentials-page.tsx'
import { DeliveryState } from './deliveries.tsx'
import { WebhookCard } from './webhook-card.tsx'

type Open =
  | { kind: 'create' }
  | { kind: 'secret'; of: WebhookSecret }
  | { kind: 'renew' | 'delete'; webhook: Webhook }

/** /webhooks: addresses of other programs that get appointment events; for admins. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  return (
    <CredentialsPage<Open>
      title={t('title')}
      intro={
        <>
          {t('intro')}{' '}
          <a href={`${DOCS}/webhooks`} target="_blank" rel="noreferrer">
            {t('how')}
          </a>
        </>
      }
      create={{ label: t('add'), opens: { kind: 'create' } }}
      list={(open) => (
        <WebhookList
          onRenew={(webhook) => open({ kind: 'renew', webhook })}
          onDelete={(webhook) => open({ kind: 'delete', webhook })}
        />
      )}
      dialog={(opened, close, open) => {
        const showSecret = (of: WebhookSecret) => open({ kind: 'secret', of })
        if (opened.kind === 'create') return <CreateWebhook onSecret={showSecret} onClose={close} />
        if (opened.kind === 'secret') return <SecretDialog of={opened.of} onClose={close} />
        const asked = { webhook: opened.webhook, onClose: close }
        return opened.kind === 'renew' ? (
          <RenewSecret {...asked} onSecret={showSecret} />
        ) : (
          <DeleteWebhook {...asked} />
        )
      }}
    />
  )
}

type ListProps = { onRenew: (webhook: Webhook) => void; onDelete: (webhook: Webhook) => void }

function WebhookList({ onRenew, onDelete }: ListProps) {
  const { t } = useTranslation('webhooks')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { data, error, isPending } = useQuery(webhookQueries.list(adminId))
  return (
    <>
      {error ? (
        <Note kind="error" role="alert">
          <NoteSign kind="error" />
          <span>{messageFor(error, t('failed'))}</span>
        </Note>
      ) : (
        <p role="status">{isPending ? t('loading') : data?.length === 0 ? t('empty') : ''}</p>
      )}
      {data?.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          of={webhook}
          onRenew={() => onRenew(webhook)}
          onDelete={() => onDelete(webhook)}
        />
      ))}
    </>
  )
}

type SecretProps = { onSecret: (secret: WebhookSecret) => void; onClose: () => void }

function CreateWebhook({ onSecret, onClose }: SecretProps) {
  const { t } = useTranslation('webhooks')
  return (
    <CreateDialog
      title={t('addTitle')}
      buttons={{ cancel: t('cancel'), submit: t('submit'), busy: t('adding') }}
      initial={{ url: '' }}
      check={(values) => problemsOf(AddWebhook, values)}
      messages={useFieldMessages('webhooks')}
      own={WEBHOOK_FIELD_MESSAGES}
      create={async ({ url }, key) => {
        onSecret(await addWebhook(url, key))
        return undefined
      }}
      failed={(error) => messageFor(error, t('addFailed'))}
      changes={webhookQueries.all()}
      onClose={onClose}
    >
      {({ field }) => (
        <TextField field={field('url')} label={t('url')} hint={t('urlHint')} required autoFocus />
      )}
    </CreateDialog>
  )
}

const Outcome = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  '&:empty': { display: 'none' },
})

/** The secret of an address. While it is shown, the receiver can be tested with it. */
function SecretDialog({ of: { id, secret }, onClose }: { of: WebhookSecret; onClose: () => void }) {
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
  return (
    // Only its button closes it.
    <Dialog open maxWidth="sm" fullWidth aria-labelledby="webhook-secret">
      <OneTimeSecret
        titleId="webhook-secret"
        title={t('secret.title')}
        text={t('secret.text')}
        label={t('secret.label')}
        value={secret}
        texts={{ copy: t('secret.copy'), copied: t('secret.copied'), notCopied: t('secret.notCopied') }}
        actions={
          <Button
            variant="text"
            color="secondary"
            aria-disabled={test.isPending}
            onClick={() => test.isPending || test.mutate()}
          >
            {t('test')}
          </Button>
        }
        done={t('secret.done')}
        onDone={onClose}
      >
        <Outcome role="status">{outcome && <DeliveryState of={outcome} />}</Outcome>
      </OneTimeSecret>
    </Dialog>
  )
}

type AskProps = { webhook: Webhook; onClose: () => void }

/** Asks before an address gets another secret, which the receiver doesn't have yet. */
function RenewSecret({ webhook, onSecret, onClose }: AskProps & SecretProps) {
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

function DeleteWebhook({ webhook, onClose }: AskProps) {
  const { t } = useTranslation('webhooks')
  return (
    <RevokeDialog
      title={t('remove.title')}
      text={t('remove.text', { url: webhook.url })}
      keep={t('keep')}
      submit={t('remove.submit')}
      busy={t('remove.busy')}
      act={() => deleteWebhook(webhook.id)}
      done={() => t('remove.done')}
      failed={t('remove.failed')}
      // Its deliveries are gone: fetching them would fail.
      shownIn={webhookQueries.lists()}
      onClose={onClose}
    />
  )
}
