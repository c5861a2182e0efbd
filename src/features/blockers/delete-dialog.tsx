import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { blockerQueries, deleteBlocker } from '../../api/blockers.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/api-error.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
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
  const { notify, clear } = useMessages()
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
    <Dialog
      open
      onClose={() => !removal.isPending && onClose()}
      aria-labelledby="delete-blocker"
      maxWidth="xs"
      fullWidth
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="delete-blocker">{t('remove.title')}</h2>
          <p>{t('remove.text')}</p>
        </DialogIntro>
        <Summary blocker={blocker} />
        <DialogButtons>
          <Button variant="outlined" disabled={removal.isPending} onClick={onClose}>
            {t('remove.keep')}
          </Button>
          <Button
            variant="contained"
            color="error"
            aria-disabled={removal.isPending}
            onClick={() => {
              if (removal.isPending) return
              clear()
              removal.mutate()
            }}
          >
            {removal.isPending ? t('remove.busy') : t('delete')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
