import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeConflict } from '../../../../contract/appointments.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { messageFor } from '../../../http/message-for.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { NoteSign } from '../../../ui/note.tsx'
import { requestNumber } from '../../../ui/offline-requests/request-words.ts'
import { focusBack } from '../state/focus-back.ts'
import { type Notice, noticeAtom, useChanges } from '../state/use-changes.ts'
import { useConflictText } from '../state/use-conflict-text.ts'
import { useNaming } from '../state/use-naming.ts'
import { inverse } from '../state/wishes.ts'

/** Time to undo a change from the bar, in milliseconds. */
export const UNDO_MS = 8_000

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  // Under what was opened after it: it must not lie on a button of a panel.
  zIndex: theme.zIndex.drawer - 2,
  bottom: 'max(16px, env(safe-area-inset-bottom))',
  insetInline: 16,
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
  // In the details it is part of the footer.
  '[role=dialog] &': { position: 'static', '&:empty': { display: 'none' } },
  '@media print': { display: 'none' },
}))

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  boxSizing: 'border-box',
  maxWidth: 640,
  minHeight: 52,
  padding: '4px 4px 4px 16px',
  borderRadius: 10,
  overflowWrap: 'anywhere',
  pointerEvents: 'auto',
  color: theme.vars.palette.background.paper,
  backgroundColor: theme.vars.palette.text.primary,
  boxShadow: theme.vars.shadows[8],
  '@keyframes undo-in': { from: { opacity: 0, transform: 'translateY(8px)' } },
  animation: 'undo-in 150ms ease-out',
  '& > svg': { flex: 'none', marginInlineEnd: 8 },
  '& > span': { flex: 1, padding: '8px 0' },
  '& button': { flex: 'none', padding: '8px 12px', color: 'inherit' },
  '& button:focus-visible': { outlineColor: 'currentColor' },
  '& small': { marginInlineStart: 8, fontSize: '0.875rem', fontWeight: 400, opacity: 0.8 },
  '@media (hover: none)': { '& small': { display: 'none' } },
  '[role=dialog] &': { width: '100%', maxWidth: 'none' },
}))

/** The outcome of the last change, with 'Undo'. @param isCovered something else on the page shows it */
export function UndoBar({ isCovered = false }: { isCovered?: boolean }) {
  const notice = useAtomValue(noticeAtom)
  return (
    // Present before the first message, or a screen reader would miss it.
    <Place aria-live="polite">
      {notice && !isCovered && <Message key={notice.number} notice={notice} />}
    </Place>
  )
}

function Message({ notice }: { notice: Notice }) {
  const { t } = useTranslation('appointments')
  const noticeText = useNoticeText()
  const changes = useChanges()
  const notify = useSetAtom(noticeAtom)
  const bar = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const isDone = notice.kind === 'done' || notice.kind === 'booked'
  // A success disappears by itself.
  const passes = isDone || ['back', 'saved', 'confirmedAll'].includes(notice.kind)
  // Who waited had no time to go back to.
  const wasWaiting = 'before' in notice && notice.before.waiting !== null && notice.wish.kind === 'move'
  const canUndo =
    isDone && !wasWaiting && notice.row.status !== 'cancelled' && !('isUndo' in notice && notice.isUndo)

  const close = () => {
    if (bar.current?.contains(document.activeElement)) focusBack(cameFrom.current)
    notify(null)
  }
  const undo = () => {
    if (!isDone || !canUndo) return
    close()
    if (notice.kind === 'booked') {
      changes.cancel(notice.row, '').catch(() => notify({ kind: 'notCancelled', row: notice.row }))
      return
    }
    void changes.set(notice.row, inverse(notice.wish, notice.before), { isUndo: true })
  }
  useEndOf({ running: passes && !hovered && !focused, ms: UNDO_MS, onEnd: close })
  useUndoKeys(canUndo ? undo : null)

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!bar.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
    setFocused(true)
  }
  return (
    <Bar
      ref={bar}
      role={passes ? undefined : 'alert'}
      // A finger enters and never leaves.
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={({ relatedTarget }) => setFocused(bar.current?.contains(relatedTarget) ?? false)}
    >
      {!isDone && <NoteSign kind={notice.kind === 'failed' ? 'error' : 'info'} />}
      <span>{noticeText(notice)}</span>
      {canUndo && (
        <Button variant="text" aria-keyshortcuts="Control+Z" onClick={undo}>
          {t('notice.undo')}
          <small aria-hidden="true">{IS_APPLE ? '⌘Z' : t('notice.undoKeys')}</small>
        </Button>
      )}
      <IconButton aria-label={t('notice.close')} onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </Bar>
  )
}

/** Timer of `ms` running time; a pause keeps the time run so far. */
function useEndOf({ running, ms, onEnd }: { running: boolean; ms: number; onEnd: () => void }) {
  const left = useRef(ms)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!running) return
    const from = performance.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - from
    }
  }, [running])
}

const IS_APPLE = /Mac|iP(?:hone|ad)/.test(navigator.userAgent)

/** The bar is far from the row by Tab, so the usual undo keys work too, except while typing. */
function useUndoKeys(undo: (() => void) | null) {
  useEffect(() => {
    if (!undo) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
      const typing = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (!isUndo || event.shiftKey || event.altKey || event.repeat || typing) return
      event.preventDefault()
      undo()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
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
