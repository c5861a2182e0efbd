import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../../contract/feeds.ts'
import { MakerPage } from '../../../ui/maker-page.tsx'
import { FeedList } from './feed-list.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** /feeds: the addresses by which calendar programs read the visits of a location or of a doctor. */
export function FeedsPage() {
  const { t } = useTranslation('feeds')
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<FeedRow | null>(null)
  return (
    <MakerPage title={t('title')} intro={t('intro')} make={t('make.open')} onMake={() => setMaking(true)}>
      <FeedList onRevoke={setRevoking} />
      {making && <MakeDialog onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog feed={revoking} onClose={() => setRevoking(null)} />}
    </MakerPage>
  )
}
