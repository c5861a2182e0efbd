import KeyRound from 'lucide:key-round'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../../contract/api-keys.ts'
import { Hint } from '../../ui/card.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { KeyList } from './key-list.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: '12px 24px',
  '& > div': { flex: '1 1 320px', maxWidth: 720 },
  '& h1 + p': { marginTop: 8 },
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** /api-keys: the keys of the clinic's other programs; for admins. The address holds the page of the list. */
export function ApiKeysPage() {
  const { t } = useTranslation('keys')
  useFreshStatus()
  const { clear } = useMessages()
  const disabled = useDisabledWithout()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  return (
    <Page>
      <Top>
        <div>
          <h1>{t('title')}</h1>
          <Hint>{t('intro')}</Hint>
        </div>
        <Button
          variant="contained"
          startIcon={<KeyRound size={20} aria-hidden="true" />}
          {...disabled}
          onClick={() => {
            if (disabled) return
            // The dialog shows its own messages; earlier ones do not belong there.
            clear()
            setMaking(true)
          }}
        >
          {t('make.open')}
        </Button>
      </Top>
      <NeedsConnection />
      <StatusAlert />
      <KeyList onRevoke={setRevoking} />
      {making && <MakeDialog onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  )
}
