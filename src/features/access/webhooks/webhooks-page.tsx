import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DOCS } from '../../../../contract/docs-address.ts'
import type { Webhook, WebhookSecret } from '../../../../contract/webhooks.ts'
import { webhookQueries } from '../../../api/webhooks.ts'
import { messageFor } from '../../../http/message-for.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { MakerPage } from '../../../ui/maker-page.tsx'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { AddDialog } from './add-dialog.tsx'
import { RemoveDialog, RenewDialog } from './ask-dialogs.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'

type Open =
  | { kind: 'add' }
  | { kind: 'secret'; of: WebhookSecret }
  | { kind: 'renew' | 'remove'; of: Webhook }

/** /webhooks: the addresses of other programs that are told what happens to visits; for admins. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, isPending } = useQuery(webhookQueries.list(adminId))
  const close = () => setOpen(null)
  const show = (secret: WebhookSecret) => setOpen({ kind: 'secret', of: secret })

  return (
    <MakerPage
      title={t('title')}
      intro={
        <>
          {t('intro')}{' '}
          <a href={`${DOCS}/webhooks`} target="_blank" rel="noreferrer">
            {t('how')}
          </a>
        </>
      }
      make={t('add')}
      onMake={() => setOpen({ kind: 'add' })}
    >
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
          onRenew={() => setOpen({ kind: 'renew', of: webhook })}
          onRemove={() => setOpen({ kind: 'remove', of: webhook })}
        />
      ))}
      {open?.kind === 'add' && <AddDialog onSecret={show} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog of={open.of} onClose={close} />}
      {open?.kind === 'renew' && <RenewDialog webhook={open.of} onSecret={show} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog webhook={open.of} onClose={close} />}
    </MakerPage>
  )
}
