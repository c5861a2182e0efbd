import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../../contract/api-keys.ts'
import { apiKeyQueries, revokeApiKey } from '../../api/api-keys.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/api-error.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'

/** Asks, naming the key, before it ends. */
export function RevokeDialog({ row: { id, name }, onClose }: { row: ApiKeyRow; onClose: () => void }) {
  const { t } = useTranslation('keys')
  const { notify } = useMessages()
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
    <AskDialog
      title={t('revoke.title', { name })}
      text={t('revoke.text')}
      keep={t('cancel')}
      submit={t('revoke.submit')}
      busy={t('revoke.busy')}
      act={revoke}
      onClose={onClose}
    />
  )
}
