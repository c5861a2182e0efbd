import { useTranslation } from 'react-i18next'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { messageFor } from '../../../http/api-error.ts'
import type { Told } from './use-changes.ts'
import { useNaming } from './use-naming.ts'

const KINDS = ['fresh', 'changed', 'cancelled'] as const

/** What the bar tells, in a sentence. */
export function useToldWords(): (told: Told) => string {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  return (told) => {
    if (told.kind === 'cannot') return t(`actions.${told.why}`)
    if (told.kind === 'back') {
      const some = KINDS.filter((kind) => told[kind] > 0)
      const changes = some.map((kind) => t(`told.back.${kind}`, { count: told[kind] })).join(', ')
      return t('told.back.sentence', { changes })
    }
    const who = naming(told.row)
    if (told.kind === 'overtaken') return t('told.overtaken', { who, state: t(`state.${told.row.status}`) })
    const wish = told.isOpen ? 'reopened' : 'confirmed'
    if (told.kind === 'done') return t(told.isUndo ? 'told.undone' : `told.${wish}`, { who })
    if (isUnanswered(told.error)) return t(`told.unanswered.${wish}`, { who })
    return t(`told.failed.${wish}`, { who, why: messageFor(told.error, t('told.why')) })
  }
}
