import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookAtDeskWire, BookedSeries } from '../../../../contract/desk.ts'
import type { AddWaitingWire } from '../../../../contract/waiting-list.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { bookAtDesk, bookSeries, type DeskConflict, deskConflict } from '../../../api/desk.ts'
import { addWaiting } from '../../../api/waiting-changes.ts'
import { messageFor } from '../../../http/message-for.ts'
import { newKey } from '../../../http/new-key.ts'
import { storedOf, useStored } from '../../../session/open-forms.ts'
import { firstProblem } from '../../../ui/form/first-problem.ts'
import { useMessages } from '../../../ui/messages.ts'
import { highlight } from '../../../ui/paged-list/highlights.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import type { NoteStart } from '../state/desk-atom.ts'
import { focusRow } from '../state/focus-row.ts'
import { noticeAtom } from '../state/use-changes.ts'
import { useConflictText } from '../state/use-conflict-text.ts'
import { useNaming } from '../state/use-naming.ts'
import { addRow } from './add-row.ts'
import type { Repeat } from './more-part.tsx'
import { aboutOf, type Question, questionAfter } from './question.ts'

/** Sends what the panel asks for, and keeps what came of it: a sentence, or what stands in the way. */
export function useSendBooking(onBooked: () => void) {
  const { t } = useTranslation('desk')
  const client = useQueryClient()
  const notify = useSetAtom(noticeAtom)
  const naming = useNaming()
  const fieldMessage = useFieldMessages('desk')
  const timeText = useConflictText()
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  /** A series of which some could not be booked. */
  const [series, setSeries] = useState<BookedSeries | null>(null)
  const { notify: say } = useMessages()
  const attempt = useRef((storedOf('desk attempt') ?? { body: '', key: '' }) as { body: string; key: string })
  // Sent once more after another sign-in, it is the same booking.
  useStored('desk attempt', attempt.current.key ? attempt.current : undefined)
  /** What was sent without an answer. */
  const lost = useRef<NoteStart['attempt']>(null)

  const conflictText = ({ conflict: time, samePerson }: DeskConflict) => {
    if (samePerson[0]) return t('samePerson', { who: naming(samePerson[0]) })
    return time ? timeText(time) : t('taken')
  }
  /** The same wish has the same key, so that it is one booking however often it is sent. */
  const keyOf = (body: object): string => {
    const said = JSON.stringify(body)
    if (attempt.current.body !== said) attempt.current = { body: said, key: newKey() }
    return attempt.current.key
  }
  const send = async (body: BookAtDeskWire) => {
    setBusy(true)
    try {
      const row = await bookAtDesk(body, keyOf(body))
      addRow(client, row)
      highlight([row.id], 'new')
      onBooked()
      notify({ kind: 'booked', row })
      focusRow(row.id)
    } catch (error) {
      lost.current = isUnanswered(error) ? { key: attempt.current.key, body } : null
      const conflict = deskConflict(error)
      setAsked((before) => conflict && questionAfter(before, aboutOf(body, null), conflict))
      setProblem(conflict ? '' : (firstProblem(error, fieldMessage) ?? messageFor(error, t('failed'))))
    } finally {
      setBusy(false)
    }
  }
  /** A series goes over nothing: what clashes is said, with other times. */
  const sendSeries = ({ override: _, ...first }: BookAtDeskWire, { weeks, visits }: Repeat) =>
    sending(async () => {
      const body = { first, everyWeeks: weeks, visits }
      const done = await bookSeries(body, keyOf(body))
      for (const row of done.booked) addRow(client, row)
      highlight(
        done.booked.map(({ id }) => id),
        'new',
      )
      const [row] = done.booked
      if (done.clashing.length > 0 || !row) return setSeries(done)
      onBooked()
      say('success', t('extra.seriesDone', { count: done.booked.length }))
      focusRow(row.id)
    })
  /** In the place of a time. */
  const wait = (entry: AddWaitingWire, name: string) =>
    sending(async () => {
      await addWaiting(entry, keyOf(entry))
      await client.invalidateQueries({ queryKey: appointmentQueries.all() })
      onBooked()
      say('success', t('extra.waits', { name }))
    })
  const sending = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      setProblem(firstProblem(error, fieldMessage) ?? messageFor(error, t('failed')))
    } finally {
      setBusy(false)
    }
  }
  return {
    sendSeries,
    wait,
    series,
    forgetSeries: () => setSeries(null),
    send,
    busy,
    problem,
    setProblem,
    /** What stands in the way of the booking that is typed now; of another one it says nothing. */
    questionFor: (about: string | null) => (asked !== null && asked.about === about ? asked : null),
    conflictText,
    lost,
  }
}
