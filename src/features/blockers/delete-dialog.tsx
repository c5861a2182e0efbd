import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { blockerQueries, deleteBlocker } from '../../api/blockers.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Summary } from './summary.tsx'

type Props = {
  blocker: Blocker
  onClose: () => void
  /** The row that opened the question is gone too. */
  onDeleted: () => void
}

export function DeleteDialog({ blocker, onClose, onDeleted }: Props) {
  const { t } = useTranslation('blockers')
  return (
    <AskDialog
      title={t('remove.title')}
      text={t('remove.text')}
      keep={t('remove.keep')}
      submit={t('delete')}
      busy={t('remove.busy')}
      act={() => deleteBlocker(blocker)}
      done={(message) => messageForAnswer(message, 'blockerDeleted') ?? t('remove.done')}
      failed={t('remove.failed')}
      shownIn={blockerQueries.stored()}
      onClose={onClose}
      onGone={onDeleted}
      fullWidth
    >
      <Summary blocker={blocker} />
    </AskDialog>
  )
}
