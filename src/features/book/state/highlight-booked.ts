import type { Appointment } from '../../../../contract/appointments.ts'
import { onLiveEvent } from '../../../live/live-events.ts'
import {
  type Highlight,
  highlight,
  useHighlights,
  useShownHighlight,
} from '../../../ui/paged-list/highlights.ts'

onLiveEvent((event) => {
  if (event.type === 'appointment' && event.change === 'booked') highlight([event.id], 'new')
})

type Row = Pick<Appointment, 'id' | 'status'>

/** A cancelled appointment is not highlighted as new. */
export const isHighlightShown = ({ status }: Row, highlight: Highlight) =>
  highlight !== 'new' || status !== 'cancelled'

/** For an appointment outside of a list of rows. */
export const useAppointmentHighlight = (row: Row) => useShownHighlight(row, isHighlightShown)

/** The same of many, with one subscription. */
export function useAppointmentHighlights(): (row: Row) => Highlight | undefined {
  const highlights = useHighlights()
  return (row) => {
    const found = highlights.get(row.id)
    return found && isHighlightShown(row, found) ? found : undefined
  }
}
