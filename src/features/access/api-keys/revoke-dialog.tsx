import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../../../contract/api-keys.ts'
import { apiKeyQueries, revokeApiKey } from '../../../api/api-keys.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { focusMaker } from '../../../ui/maker-focus.ts'

/** Asks, naming the key, before it ends. */
export function RevokeDialog({ row: { id, name }, onClose }: { row: ApiKeyRow; onClose: () => void }) {
  const { t } = useTranslation('keys')
  return (
    <AskDialog
      title={t('revoke.title', { name })}
      text={t('revoke.text')}
      keep={t('cancel')}
      submit={t('revoke.submit')}
      busy={t('revoke.busy')}
      act={() => revokeApiKey(id)}
      done={() => t('revoke.done', { name })}
      failed={t('revoke.failed')}
      shownIn={apiKeyQueries.all()}
      onClose={onClose}
      onGone={focusMaker}
    />
  )
}
