import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { bookAtDesk, type DeskConflict, deskConflict } from '../../../api/desk.ts'
import { ApiError, messageFor } from '../../../http/api-error.ts'
import { problemOfWire } from '../../../ui/form/problem-of-wire.ts'
import { highlight } from '../../../ui/paged-list/highlights.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { noticeAtom } from '../actions/use-changes.ts'
import { useConflictText } from '../actions/use-conflict-text.ts'
import { useNaming } from '../actions/use-naming.ts'
import { focusRow } from '../calendar/focus-row.ts'
import { addRow } from './add-row.ts'
import type { NoteStart } from './desk-atom.ts'

/** Sends what the panel asks for, and keeps what came of it: a sentence, or what stands in the way. */
export function useSendBooking(onBooked: () => void) {
  const { t } = useTranslation('desk')
  const client = useQueryClient()
  const notify = useSetAtom(noticeAtom)
  const naming = useNaming()
  const fieldMessage = useFieldMessages('desk')
  const timeText = useConflictText()
  const [problem, setProblem] = useState('')
  const [conflict, setConflict] = useState<DeskConflict | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = useRef({ body: '', key: '' })
  /** What was sent without an answer. */
  const lost = useRef<NoteStart['attempt']>(null)

  /** What is wrong with the first field that the server names. */
  const fieldText = (error: unknown): string | undefined => {
    const [sentence] = error instanceof ApiError ? Object.values(error.errors) : []
    if (sentence === undefined) return undefined
    const wrong = problemOfWire(sentence, 'invalid_input')
    return 'key' in wrong ? fieldMessage(wrong.key) : wrong.sentence
  }
  const conflictText = ({ conflict: time, samePerson }: DeskConflict) => {
    if (samePerson[0]) return t('samePerson', { who: naming(samePerson[0]) })
    return time ? timeText(time) : t('taken')
  }
  const send = async (body: BookAtDeskWire) => {
    // The same wish has the same key, so that it is one booking however often it is sent.
    const said = JSON.stringify(body)
    if (attempt.current.body !== said) attempt.current = { body: said, key: crypto.randomUUID() }
    setBusy(true)
    try {
      const row = await bookAtDesk(body, attempt.current.key)
      addRow(client, row)
      highlight([row.id], 'new')
      onBooked()
      notify({ kind: 'booked', row })
      focusRow(row.id)
    } catch (error) {
      lost.current = isUnanswered(error) ? { key: attempt.current.key, body } : null
      const now = deskConflict(error)
      setConflict(now)
      setProblem(now ? conflictText(now) : (fieldText(error) ?? messageFor(error, t('failed'))))
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, problem, setProblem, conflict, clearConflict: () => setConflict(null), lost }
}
