import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { blockerQueries, deleteBlocker } from '../../api/blockers.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/api-error.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'
import { Summary } from './summary.tsx'

type Props = {
  blocker: Blocker
  onClose: () => void
  /** The row that opened the question is gone too. */
  onDeleted: () => void
}

export function DeleteDialog({ blocker, onClose, onDeleted }: Props) {
  const { t } = useTranslation('blockers')
  const { notify } = useMessages()
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: () => deleteBlocker(blocker),
    onSuccess: (message) =>
      notify('success', messageForAnswer(message, 'blockerDeleted') ?? t('remove.done')),
    onError: (error) => notify('error', messageFor(error, t('remove.failed'))),
    // After a lost answer too: it may have been deleted.
    onSettled: async (_, error) => {
      onClose()
      await refetchChanged(queries, blockerQueries.stored())
      if (!error) onDeleted()
    },
  })
  return (
    <AskDialog
      title={t('remove.title')}
      text={t('remove.text')}
      keep={t('remove.keep')}
      submit={t('delete')}
      busy={t('remove.busy')}
      act={removal}
      onClose={onClose}
      fullWidth
    >
      <Summary blocker={blocker} />
    </AskDialog>
  )
}
