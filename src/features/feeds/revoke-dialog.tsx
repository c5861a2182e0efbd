import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../contract/feeds.ts'
import { feedQueries, revokeFeed } from '../../api/feeds.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/api-error.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { useMessages } from '../../ui/messages.ts'
import { subjectOf } from './feed-list.tsx'

/** Asks, naming whose visits it shows, before a feed is revoked. */
export function RevokeDialog({ feed, onClose }: { feed: FeedRow; onClose: () => void }) {
  const { t } = useTranslation('feeds')
  const { notify, clear } = useMessages()
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
    <Dialog open onClose={() => !revoking.isPending && onClose()} aria-labelledby="revoke-feed" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="revoke-feed">{t('revoking.title', { subject })}</h2>
          <p>{t('revoking.text')}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={revoking.isPending} onClick={onClose}>
            {t('revoking.keep')}
          </Button>
          <Button
            variant="contained"
            color="error"
            aria-disabled={revoking.isPending}
            onClick={() => {
              if (revoking.isPending) return
              clear()
              revoking.mutate()
            }}
          >
            {revoking.isPending ? t('revoking.busy') : t('revoke')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
