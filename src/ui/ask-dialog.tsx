import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { type ReactNode, useId } from 'react'
import { DialogBody, DialogButtons, DialogIntro } from './dialog-body.tsx'
import { useMessages } from './messages.ts'

type Props = {
  title: string
  text: string
  /** The word on the button that leaves things as they are. */
  keep: string
  submit: string
  /** What the other button says meanwhile. */
  busy: string
  color?: 'primary' | 'error'
  act: { isPending: boolean; mutate: () => void }
  onClose: () => void
  fullWidth?: boolean
  /** What it is about, below the text. */
  children?: ReactNode
}

/** Asks before something that cannot be taken back. Earlier messages go with the answer; what is under way is not left. */
export function AskDialog(props: Props) {
  const {
    title,
    text,
    keep,
    submit,
    busy,
    color = 'error',
    act,
    onClose,
    fullWidth = false,
    children,
  } = props
  const id = useId()
  const { clear } = useMessages()
  return (
    <Dialog
      open
      onClose={() => !act.isPending && onClose()}
      aria-labelledby={id}
      maxWidth="xs"
      fullWidth={fullWidth}
    >
      <DialogBody>
        <DialogIntro>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </DialogIntro>
        {children}
        <DialogButtons>
          <Button variant="outlined" disabled={act.isPending} onClick={onClose}>
            {keep}
          </Button>
          <Button
            variant="contained"
            color={color}
            aria-disabled={act.isPending}
            onClick={() => {
              if (act.isPending) return
              clear()
              act.mutate()
            }}
          >
            {act.isPending ? busy : submit}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
