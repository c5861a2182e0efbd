import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookAtDeskWire, BookedSeries } from '../../../../contract/desk.ts'
import type { AddWaitingWire } from '../../../../contract/waiting-list.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { bookAtDesk, bookSeries, type DeskConflict, deskConflict } from '../../../api/desk.ts'
import { addWaiting } from '../../../api/waiting-changes.ts'
import { newKey } from '../../../http/new-key.ts'
import { storedOf, useStored, useStoredState } from '../../../session/open-forms.ts'
import { useMessages } from '../../../ui/messages.ts'
import { highlight } from '../../../ui/paged-list/highlights.ts'
import { focusRow } from '../state/focus-row.ts'
import { useConflictText } from '../state/use-conflict-text.ts'
import { useNaming } from '../state/use-naming.ts'
import { useNotices } from '../state/use-notices.ts'
import { addRow } from './add-row.ts'
import type { Attempt } from './desk-values.ts'
import { aboutOf, type Question, questionAfter, type Repeat } from './question.ts'

/** The last booking that got no answer, also after the tab was locked. */
export const useUnanswered = () => useStoredState<Attempt | null>('desk unanswered', null)

/** Calls of the panel, and the conflicts that they meet. Each throws what the server refuses for another reason. */
export function useSendBooking(onDone: () => void) {
  const { t } = useTranslation('desk')
  const client = useQueryClient()
  const notify = useNotices()
  const naming = useNaming()
  const timeText = useConflictText()
  const [question, setQuestion] = useState<Question | null>(null)
  /** A series of which some could not be booked. */
  const [series, setSeries] = useState<BookedSeries | null>(null)
  const { notify: say } = useMessages()
  const attempt = useRef((storedOf('desk attempt') ?? { body: '', key: '' }) as { body: string; key: string })
  // Sent once more after another sign-in, it is the same booking.
  useStored('desk attempt', attempt.current.key ? attempt.current : undefined)
  const [unanswered, setUnanswered] = useUnanswered()

  const conflictText = ({ conflict: time, samePerson }: DeskConflict) => {
    if (samePerson[0]) return t('samePerson', { who: naming(samePerson[0]) })
    return time ? timeText(time) : t('taken')
  }
  /** The same body has the same key, so that it is one booking however often it is sent. */
  const keyOf = (body: object): string => {
    const said = JSON.stringify(body)
    if (attempt.current.body !== said) attempt.current = { body: said, key: newKey() }
    return attempt.current.key
  }
  return {
    async book(body: BookAtDeskWire) {
      const key = keyOf(body)
      // The tab may lock before the answer.
      setUnanswered({ key, body })
      try {
        const row = await bookAtDesk(body, key)
        addRow(client, row)
        highlight([row.id], 'new')
        onDone()
        notify({ kind: 'booked', row })
        focusRow(row.id)
      } catch (error) {
        if (!isUnanswered(error)) setUnanswered(null)
        const conflict = deskConflict(error)
        setQuestion((before) => conflict && questionAfter(before, aboutOf(body, null), conflict))
        if (!conflict) throw error
      }
    },
    /** A series goes over nothing: what clashes is said, with other times. */
    async bookSeries({ override: _, ...first }: BookAtDeskWire, { weeks, visits }: Repeat) {
      const body = { first, everyWeeks: weeks, visits }
      const done = await bookSeries(body, keyOf(body))
      for (const row of done.booked) addRow(client, row)
      highlight(
        done.booked.map(({ id }) => id),
        'new',
      )
      const [row] = done.booked
      if (done.clashing.length > 0 || !row) return setSeries(done)
      onDone()
      say('success', t('extra.seriesDone', { count: done.booked.length }), {})
      focusRow(row.id)
    },
    /** In the place of a time. */
    async wait(entry: AddWaitingWire, name: string) {
      await addWaiting(entry, keyOf(entry))
      await client.invalidateQueries({ queryKey: appointmentQueries.all() })
      onDone()
      say('success', t('extra.waits', { name }), {})
    },
    series,
    forgetSeries: () => setSeries(null),
    /** Conflict of the booking that is typed now, not of another one. */
    questionFor: (about: string | null) => (question !== null && question.about === about ? question : null),
    conflictText,
    /** Booking that was sent without an answer. Saved as a request, it is the same booking. */
    unanswered,
  }
}
