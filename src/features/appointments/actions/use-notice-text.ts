import { useTranslation } from 'react-i18next'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { messageFor } from '../../../http/api-error.ts'
import type { Notice } from './use-changes.ts'
import { useNaming } from './use-naming.ts'

const KINDS = ['fresh', 'changed', 'cancelled'] as const

export function useNoticeText(): (notice: Notice) => string {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  return (notice) => {
    if (notice.kind === 'cannot') return t(`actions.${notice.why}`)
    if (notice.kind === 'back') {
      const some = KINDS.filter((kind) => notice[kind] > 0)
      const changes = some.map((kind) => t(`notice.back.${kind}`, { count: notice[kind] })).join(', ')
      return t('notice.back.sentence', { changes })
    }
    const who = naming(notice.row)
    if (notice.kind === 'overtaken')
      return t('notice.overtaken', { who, state: t(`state.${notice.row.status}`) })
    const wish = notice.isOpen ? 'reopened' : 'confirmed'
    if (notice.kind === 'done') return t(notice.isUndo ? 'notice.undone' : `notice.${wish}`, { who })
    if (isUnanswered(notice.error)) return t(`notice.unanswered.${wish}`, { who })
    return t(`notice.failed.${wish}`, { who, why: messageFor(notice.error, t('notice.why')) })
  }
}
