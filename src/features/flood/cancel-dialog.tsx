import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FloodBooking } from '../../../contract/flood.ts'
import { cancelFlood, floodQueries } from '../../api/flood.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { useMessages } from '../../ui/messages.ts'

/** Asks before the ticked bookings are cancelled, with how many of these people are told. */
export function CancelDialog({
  bookings,
  onClose,
}: {
  bookings: readonly FloodBooking[]
  onClose: () => void
}) {
  const { t } = useTranslation('flood')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const told = bookings.filter(({ isKnown }) => isKnown).length
  const cancel = useMutation({
    mutationFn: () => cancelFlood(bookings.map(({ id }) => id)),
    onSuccess: ({ cancelled }) => notify('success', t('done', { count: cancelled })),
    onError: (error) => notify('error', messageFor(error, t('cancelFailed'))),
    onSettled: () => {
      void refetchChanged(queries, floodQueries.all())
      onClose()
    },
  })
  return (
    <Dialog open onClose={() => !cancel.isPending && onClose()} aria-labelledby="cancel-flood" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="cancel-flood">{t('cancelTitle', { count: bookings.length })}</h2>
          <p>{told === 0 ? t('toldNone') : t('told', { count: told })}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={cancel.isPending} onClick={onClose}>
            {t('keep')}
          </Button>
          <Button
            variant="contained"
            color="error"
            aria-disabled={cancel.isPending}
            onClick={() => {
              if (cancel.isPending) return
              clear()
              cancel.mutate()
            }}
          >
            {cancel.isPending ? t('cancelling') : t('cancel', { count: bookings.length })}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
