import { useMessages } from './messages.ts'
import { Note, NoteSign } from './note.tsx'

/** Not announced: the toast with the same text is the live one. In a dialog: `DialogMessages`. */
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
