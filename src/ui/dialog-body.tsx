import { styled } from '@mui/material/styles'
import { StatusAlert } from './status-alert.tsx'

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
  // Present before the first message, or it would not be announced, but without a gap of its own.
  '&:empty': { position: 'absolute' },
})

/** Toasts are outside of the dialog and not read out while it is open, so the last message is repeated here. */
export function DialogMessages() {
  return (
    <Messages aria-live="assertive">
      <StatusAlert />
    </Messages>
  )
}

/** Sticky, for long dialogs. */
export const DialogFoot = styled(DialogButtons)(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  padding: '12px 0',
  margin: '0 0 -12px',
  backgroundColor: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))
