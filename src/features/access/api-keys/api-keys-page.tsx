import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../../../contract/api-keys.ts'
import { MakerPage } from '../../../ui/maker-page.tsx'
import { KeyList } from './key-list.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** /api-keys: the keys of the clinic's other programs; for admins. The address holds the page of the list. */
export function ApiKeysPage() {
  const { t } = useTranslation('keys')
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  return (
    <MakerPage title={t('title')} intro={t('intro')} make={t('make.open')} onMake={() => setMaking(true)}>
      <KeyList onRevoke={setRevoking} />
      {making && <MakeDialog onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </MakerPage>
  )
}
