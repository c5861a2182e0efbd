import { useMessages } from './messages.ts'
import { Note, NoteSign } from './note.tsx'

/**
 * The page's own copy of the last message. It is silent for screen readers on purpose:
 * the toast with the same words is the live one, and a message is heard once. In a dialog: `DialogMessages`.
 */
export function StatusAlert() {
  const { status } = useMessages()
  if (!status) return null
  return (
    <Note kind={status.kind} data-status={status.kind}>
      <NoteSign kind={status.kind} />
      <span>{status.text}</span>
    </Note>
  )
}
