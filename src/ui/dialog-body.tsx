import { styled } from '@mui/material/styles'
import { StatusAlert } from './status-alert.tsx'

/** The inside of a dialog: what it is about, its form or question, its buttons. */
export const DialogBody = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  padding: 16,
  [theme.breakpoints.up('sm')]: { padding: 24 },
}))

export const DialogIntro = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  overflowWrap: 'anywhere',
  '& > p': { color: theme.vars.palette.text.secondary },
}))

export const DialogButtons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 12,
})

const Messages = styled('div')({
  // There before the first message, or it would be missed, but without a gap of its own.
  '&:empty': { position: 'absolute' },
})

/** The last message in a dialog. Toasts lie outside of it, unheard while it is open, so here it is read out. */
export function DialogMessages() {
  return (
    <Messages aria-live="assertive">
      <StatusAlert />
    </Messages>
  )
}

/** The buttons under something long: they stay in sight while it scrolls. */
export const DialogFoot = styled(DialogButtons)(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  padding: '12px 0',
  margin: '0 0 -12px',
  backgroundColor: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))
