import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { refetchChanged } from '../api/refetch-changed.ts'
import { messageFor } from '../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro } from './dialog-body.tsx'
import { useMessages } from './messages.ts'

export type AskDialogProps<T> = {
  title: string
  text: string
  /** Text of the button that changes nothing. */
  keep: string
  submit: string
  /** Text of the other button meanwhile. */
  busy: string
  color?: 'primary' | 'error'
  act: () => Promise<T>
  /** Message of success; null: none. */
  done: (answer: T) => string | null
  /** Message of a failure that has no sentence of its own. */
  failed: string
  /** Queries to fetch again, after a lost answer too: the change may have been made. */
  shownIn?: QueryKey
  /** Called at any answer, before its message. */
  onClose: () => void
  /** Called after success, when `shownIn` is fetched. */
  onGone?: () => void
  fullWidth?: boolean
  /** Details below the text. */
  children?: ReactNode
}

/** Asks before a change that has no undo, and makes it. Clears earlier messages; cannot be closed meanwhile. */
export function AskDialog<T>(props: AskDialogProps<T>) {
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
