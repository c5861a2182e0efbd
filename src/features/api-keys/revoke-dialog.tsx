import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../../contract/api-keys.ts'
import { apiKeyQueries, revokeApiKey } from '../../api/api-keys.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/api-error.ts'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { useMessages } from '../../ui/messages.ts'

/** Asks, naming the key, before it ends. */
export function RevokeDialog({ row: { id, name }, onClose }: { row: ApiKeyRow; onClose: () => void }) {
  const { t } = useTranslation('keys')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeApiKey(id),
    onSuccess: () => notify('success', t('revoke.done', { name })),
    onError: (error) => notify('error', messageFor(error, t('revoke.failed'))),
    onSettled: () => {
      void refetchChanged(queries, apiKeyQueries.all())
      onClose()
    },
  })
  return (
    <Dialog open onClose={() => !revoke.isPending && onClose()} aria-labelledby="revoke-key" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="revoke-key">{t('revoke.title', { name })}</h2>
          <p>{t('revoke.text')}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={revoke.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="contained"
            color="error"
            aria-disabled={revoke.isPending}
            onClick={() => {
              if (revoke.isPending) return
              clear()
              revoke.mutate()
            }}
          >
            {revoke.isPending ? t('revoke.busy') : t('revoke.submit')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
