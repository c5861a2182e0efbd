import Dialog from '@mui/material/Dialog'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'

// The height that a `DialogFoot` covers, so that the focused field is never under it.
const FOOT_ROOM = { scrollPaddingBottom: 84 }

type Props = { labelledBy: string; onClose: () => void; children: ReactNode }

/** For a long form with a `DialogFoot`; on phones it takes the whole screen. */
export function FormDialog({ labelledBy, onClose, children }: Props) {
  const narrow = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  return (
    <Dialog
      open
      fullScreen={narrow}
      fullWidth
      slotProps={{ paper: { style: FOOT_ROOM } }}
      // A press outside would lose what was typed.
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
      aria-labelledby={labelledBy}
    >
      {children}
    </Dialog>
  )
}
