import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../../contract/feeds.ts'
import { feedQueries, revokeFeed } from '../../../api/feeds.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { focusMaker } from '../../../ui/maker-focus.ts'
import { subjectOf } from './feed-list.tsx'

/** Asks, naming whose visits it shows, before a feed is revoked. */
export function RevokeDialog({ feed, onClose }: { feed: FeedRow; onClose: () => void }) {
  const { t } = useTranslation('feeds')
  const subject = subjectOf(feed)
  return (
    <AskDialog
      title={t('revoking.title', { subject })}
      text={t('revoking.text')}
      keep={t('revoking.keep')}
      submit={t('revoke')}
      busy={t('revoking.busy')}
      act={() => revokeFeed(feed.id)}
      done={() => t('revoking.done', { subject })}
      failed={t('revoking.failed')}
      shownIn={feedQueries.all()}
      onClose={onClose}
      onGone={focusMaker}
    />
  )
}
