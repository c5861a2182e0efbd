import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { refetchChanged } from '../api/refetch-changed.ts'
import { messageFor } from '../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro } from './dialog-body.tsx'
import { useMessages } from './messages.ts'

type Props<T> = {
  title: string
  text: string
  /** The word on the button that leaves things as they are. */
  keep: string
  submit: string
  /** What the other button says meanwhile. */
  busy: string
  color?: 'primary' | 'error'
  act: () => Promise<T>
  /** Told once it is done; null: nothing is told. */
  done: (answer: T) => string | null
  /** Told for a failure that has no sentence of its own. */
  failed: string
  /** What shows it, asked for anew after a lost answer too: it may have been done. */
  shownIn?: QueryKey
  /** At the answer, whatever it is, before anything is told. */
  onClose: () => void
  /** Once it is done and what shows it is there again. */
  onGone?: () => void
  fullWidth?: boolean
  /** What it is about, below the text. */
  children?: ReactNode
}

/** Asks before something that cannot be taken back, and does it. Earlier messages go; what is under way is not left. */
export function AskDialog<T>(props: Props<T>) {
  const { title, text, keep, submit, busy, color = 'error', fullWidth = false, children } = props
  const { act, done, failed, shownIn, onClose, onGone } = props
  const id = useId()
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const doing = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      onClose()
      const told = done(answer)
      if (told !== null) notify('success', told)
    },
    onError: (error) => {
      onClose()
      notify('error', messageFor(error, failed))
    },
    onSettled: async (_, error) => {
      if (shownIn) await refetchChanged(queries, shownIn)
      if (!error) onGone?.()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !doing.isPending && onClose()}
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
          <Button variant="outlined" disabled={doing.isPending} onClick={onClose}>
            {keep}
          </Button>
          <Button
            variant="contained"
            color={color}
            aria-disabled={doing.isPending}
            onClick={() => {
              if (doing.isPending) return
              clear()
              doing.mutate()
            }}
          >
            {doing.isPending ? busy : submit}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}
