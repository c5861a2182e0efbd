import Plus from 'lucide:plus'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DOCS } from '../../../contract/docs-address.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { webhookQueries } from '../../api/webhooks.ts'
import { messageFor } from '../../http/api-error.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Hint } from '../../ui/card.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { AddDialog } from './add-dialog.tsx'
import { RemoveDialog, RenewDialog } from './ask-dialogs.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

const Intro = styled('div')({ maxWidth: 720, '& > h1 + p': { marginTop: 8 } })

const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 24px' })

type Open = { kind: 'add' } | { kind: 'secret'; secret: string } | { kind: 'renew' | 'remove'; of: Webhook }

/** /webhooks: the addresses of other programs that are told what happens to visits; for admins. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  useFreshStatus()
  const { clear } = useMessages()
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const disabled = useDisabledWithout()
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, isPending } = useQuery(webhookQueries.list(adminId))
  const ask = (next: Open) => {
    // The dialog shows the messages of what is done in it.
    clear()
    setOpen(next)
  }
  const close = () => setOpen(null)
  const show = (secret: string) => setOpen({ kind: 'secret', secret })

  return (
    <Page>
      <Intro>
        <h1>{t('title')}</h1>
        <Hint>{t('intro')}</Hint>
      </Intro>
      <StatusAlert />
      <NeedsConnection />
      <Tools>
        <Button
          variant="contained"
          startIcon={<Plus size={18} aria-hidden="true" />}
          {...disabled}
          onClick={() => disabled || ask({ kind: 'add' })}
        >
          {t('add')}
        </Button>
        <a href={`${DOCS}/webhooks`} target="_blank" rel="noreferrer">
          {t('how')}
        </a>
      </Tools>
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
          onRenew={() => ask({ kind: 'renew', of: webhook })}
          onRemove={() => ask({ kind: 'remove', of: webhook })}
        />
      ))}
      {open?.kind === 'add' && <AddDialog onSecret={show} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
      {open?.kind === 'renew' && <RenewDialog webhook={open.of} onSecret={show} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog webhook={open.of} onClose={close} />}
    </Page>
  )
}
