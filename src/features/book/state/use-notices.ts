import { useSetAtom } from 'jotai'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment, TimeConflict } from '../../../../contract/appointments.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { messageFor } from '../../../http/message-for.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { type MessageKind, notifyAtom } from '../../../ui/messages.ts'
import { requestNumber } from '../../../ui/offline-requests/request-words.ts'
import type { DisabledReason } from '../../../ui/use-disabled-reason.ts'
import type { Outcome } from './changes.ts'
import type { ChangeCounts } from './changes-since.ts'
import { useChanges } from './use-changes.ts'
import { useConflictText } from './use-conflict-text.ts'
import { useNaming } from './use-naming.ts'
import { inverse } from './wishes.ts'

/** Result of an action in the book. */
export type Notice =
  | Outcome
  | { kind: 'booked'; row: Appointment }
  | { kind: 'notCancelled'; row: Appointment }
  /** So many were confirmed together. */
  | { kind: 'confirmedAll'; count: number }
  | { kind: 'cannot'; why: DisabledReason }
  /** An offline request under this number, which is not booked. */
  | { kind: 'saved'; request: number; name: string }
  /** The connection is back: counts of what changed on the screen meanwhile. */
  | ({ kind: 'back' } & ChangeCounts)

const KIND_OF: Partial<Record<Notice['kind'], MessageKind>> = {
  done: 'success',
  booked: 'success',
  failed: 'error',
}
/** Kinds that disappear by themselves. */
const PASSING: readonly Notice['kind'][] = ['done', 'booked', 'back', 'saved', 'confirmedAll']

/** Shows results as messages, with 'Undo' where a change can be undone. */
export function useNotices(): (notice: Notice) => void {
  const notify = useSetAtom(notifyAtom)
  const textOf = useNoticeText()
  const changes = useChanges()
  const undoOf = (notice: Notice): (() => void) | undefined => {
    if ((notice.kind !== 'done' && notice.kind !== 'booked') || notice.row.status === 'cancelled') return
    const { row } = notice
    if (notice.kind === 'booked')
      return () => void changes.cancel(row, '').catch(() => say({ kind: 'notCancelled', row }))
    const { wish, before } = notice
    // Who waited had no time to go back to.
    if (notice.isUndo || (before.waiting !== null && wish.kind === 'move')) return
    return () => void changes.set(row, inverse(wish, before), { isUndo: true })
  }
  const say = (notice: Notice) =>
    notify(KIND_OF[notice.kind] ?? 'info', textOf(notice), {
      undo: undoOf(notice),
      stays: !PASSING.includes(notice.kind),
    })
  // The component that began a change may be gone when it ends.
  const latest = useRef(say)
  latest.current = say
  return useCallback((notice) => latest.current(notice), [])
}

const KINDS = ['fresh', 'changed', 'cancelled'] as const

function useNoticeText(): (notice: Notice) => string {
  const { t, i18n } = useTranslation('appointments')
  const naming = useNaming()
  const conflictText = useConflictText()
  return (notice) => {
    if (notice.kind === 'cannot') return t(`actions.${notice.why}`)
    if (notice.kind === 'confirmedAll') return t('list.confirmed', { number: notice.count })
    if (notice.kind === 'saved') {
      return t('notice.saved', { number: requestNumber(notice.request), who: notice.name })
    }
    if (notice.kind === 'back') {
      const some = KINDS.filter((kind) => notice[kind] > 0)
      const changes = some.map((kind) => t(`notice.back.${kind}`, { count: notice[kind] })).join(', ')
      return t('notice.back.sentence', { changes })
    }
    const who = naming(notice.row)
    if (notice.kind === 'booked') {
      return t(notice.row.waiting ? 'notice.waits' : 'notice.booked', { who })
    }
    if (notice.kind === 'notCancelled') return t('notice.notCancelled', { who })
    const { wish } = notice
    if (notice.kind === 'overtaken') {
      const { status, visit } = notice.row
      return t('notice.overtaken', {
        who,
        state: t(`state.${status === 'cancelled' ? status : (visit ?? status)}`),
      })
    }
    if (notice.kind === 'taken') return takenText(notice.conflict)
    const said = wish.kind === 'open' ? (wish.isOpen ? 'reopened' : 'confirmed') : 'changed'
    if (notice.kind === 'done') return notice.isUndo ? t('notice.undone', { who }) : doneText(notice)
    if (isUnanswered(notice.error)) return t(`notice.unanswered.${said}`, { who })
    return t(`notice.failed.${said}`, { who, why: messageFor(notice.error, t('notice.why')) })
  }

  function doneText({ wish, row, before }: Extract<Notice, { kind: 'done' }>): string {
    const who = naming(row)
    if (wish.kind === 'open') return t(wish.isOpen ? 'notice.reopened' : 'notice.confirmed', { who })
    if (wish.kind === 'visit') return t(`notice.visit.${wish.visit ?? 'none'}`, { who })
    if (before.waiting) return t('notice.seated', { who })
    const contact = row.user.email || row.user.phone_number
    return contact ? t('notice.movedTold', { who, contact }) : t('notice.moved', { who })
  }

  function takenText(conflict: TimeConflict): string {
    const { nearest } = conflict
    const by = conflictText(conflict)
    const language = isoLanguage(i18n.language)
    const times = nearest.map(
      ({ appointment_date, start_time }) =>
        `${shortDay(appointment_date, language)}, ${formatTime(start_time, language)}`,
    )
    return times.length === 0 ? by : `${by} ${t('notice.nearest', { times: times.join(' · ') })}`
  }
}
