import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { barsAtom, type MessageKind, toastsAtom } from './messages.ts'
import { Note, NoteSign } from './note.tsx'

/** Area of toasts over the page. */
export const ToastCorner = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  // Under the bar of the page, which has the search and the languages.
  top: 72,
  left: 16,
  right: 16,
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  // A toast must not take a press meant for what it covers.
  pointerEvents: 'none',
}))

// Filled, unlike the page's own note, since it disappears.
const Filled = styled(Note)(({ theme, kind }) => ({
  maxWidth: 480,
  border: 'none',
  color: theme.vars.palette[kind].contrastText,
  backgroundColor: theme.vars.palette[kind].main,
  boxShadow: theme.vars.shadows[8],
  '@keyframes toast-in': { from: { opacity: 0, transform: 'translateY(-8px)' } },
  animation: 'toast-in 150ms ease-out',
}))

export function Toast({ kind, text }: { kind: MessageKind; text: string }) {
  return (
    <Filled kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <NoteSign kind={kind} />
      <span>{text}</span>
    </Filled>
  )
}

/** Once at the root. The live region is there before the first message, or it would not be announced. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  const isInBar = useAtomValue(barsAtom) > 0
  return (
    <ToastCorner aria-live="polite">
      {!isInBar && toasts.map(({ id, kind, text }) => <Toast key={id} kind={kind} text={text} />)}
    </ToastCorner>
  )
}
