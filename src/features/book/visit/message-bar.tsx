import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barsAtom, closeAtom, type Message, toastsAtom } from '../../../ui/messages.ts'
import { NoteSign } from '../../../ui/note.tsx'
import { focusBack } from '../state/focus-back.ts'

/** Time to read a message about a change, and to undo it, in milliseconds. */
const PASSES_MS = 8_000

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  // Under what was opened after it: it must not lie on a button of a panel.
  zIndex: theme.zIndex.drawer - 2,
  bottom: 'max(16px, env(safe-area-inset-bottom))',
  insetInline: 16,
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
  // On a phone the panel of a new appointment is the window, and may have met the error itself.
  '@media (max-width: 699.95px)': { '&[data-has-error]': { zIndex: theme.zIndex.modal } },
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
  '@keyframes message-in': { from: { opacity: 0, transform: 'translateY(8px)' } },
  animation: 'message-in 150ms ease-out',
  '& > svg': { flex: 'none', marginInlineEnd: 8 },
  '& > span': { flex: 1, padding: '8px 0' },
  '& button': { flex: 'none', padding: '8px 12px', color: 'inherit' },
  '& button:focus-visible': { outlineColor: 'currentColor' },
  '& small': { marginInlineStart: 8, fontSize: '0.875rem', fontWeight: 400, opacity: 0.8 },
  '@media (hover: none)': { '& small': { display: 'none' } },
  '[role=dialog] &': { width: '100%', maxWidth: 'none' },
}))

type BarProps = {
  /** Another bar on the page shows them. */
  isCovered?: boolean
  /** It replaces toasts; else it has messages about changes alone. */
  hasAll?: boolean
}

/** Messages of the book, with 'Undo' where a change can be undone. */
export function MessageBar({ isCovered = false, hasAll = false }: BarProps) {
  const messages = useAtomValue(toastsAtom)
  const setBars = useSetAtom(barsAtom)
  useEffect(() => {
    if (!hasAll) return
    setBars(1)
    return () => setBars(-1)
  }, [hasAll, setBars])
  const shown = isCovered ? [] : messages.filter(({ ofChange }) => hasAll || ofChange)
  return (
    // Present before the first message, or a screen reader would miss it.
    <Place
      aria-live="polite"
      data-has-error={shown.some(({ kind, ofChange }) => kind === 'error' && !ofChange) || undefined}
    >
      {shown.map((message) => (
        <MessageLine key={message.id} of={message} />
      ))}
    </Place>
  )
}

function MessageLine({ of: { id, kind, text, ofChange } }: { of: Message }) {
  const { t } = useTranslation('appointments')
  const closeMessage = useSetAtom(closeAtom)
  const bar = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)

  const close = () => {
    if (bar.current?.contains(document.activeElement)) focusBack(cameFrom.current)
    closeMessage(id)
  }
  const takeBack = ofChange?.undo
  const undo =
    takeBack &&
    (() => {
      close()
      takeBack()
    })
  // Others disappear as toasts do.
  const passes = ofChange !== undefined && !ofChange.stays
  useEndOf({ running: passes && !hovered && !focused, ms: PASSES_MS, onEnd: close })
  useUndoKeys(undo)

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!bar.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
    setFocused(true)
  }
  return (
    <Bar
      ref={bar}
      role={kind === 'error' || ofChange?.stays ? 'alert' : ofChange ? undefined : 'status'}
      // A finger enters and never leaves.
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={({ relatedTarget }) => setFocused(bar.current?.contains(relatedTarget) ?? false)}
    >
      {kind !== 'success' && <NoteSign kind={kind} />}
      <span>{text}</span>
      {undo && (
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
function useUndoKeys(undo: (() => void) | undefined) {
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
