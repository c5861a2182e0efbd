import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../contract/feeds.ts'
import { feedQueries, revokeFeed } from '../../api/feeds.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/api-error.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'
import { subjectOf } from './feed-list.tsx'

/** Asks, naming whose visits it shows, before a feed is revoked. */
export function RevokeDialog({ feed, onClose }: { feed: FeedRow; onClose: () => void }) {
  const { t } = useTranslation('feeds')
  const { notify } = useMessages()
  const queries = useQueryClient()
  const subject = subjectOf(feed)
  const revoking = useMutation({
    mutationFn: () => revokeFeed(feed.id),
    onSuccess: () => notify('success', t('revoking.done', { subject })),
    onError: (error) => notify('error', messageFor(error, t('revoking.failed'))),
    onSettled: () => {
      void refetchChanged(queries, feedQueries.all())
      onClose()
    },
  })
  return (
    <AskDialog
      title={t('revoking.title', { subject })}
      text={t('revoking.text')}
      keep={t('revoking.keep')}
      submit={t('revoke')}
      busy={t('revoking.busy')}
      act={revoking}
      onClose={onClose}
    />
  )
}
