import type { Appointment } from '../../../../contract/appointments.ts'
import { onLiveEvent } from '../../../live/live-events.ts'
import { type Highlight, highlight, useShownHighlight } from '../../../ui/paged-list/highlights.ts'

// Appointments that are booked while this page is open.
onLiveEvent((event) => {
  if (event.type === 'appointment' && event.change === 'booked') highlight([event.id], 'new')
})

type Row = Pick<Appointment, 'id' | 'status'>

/** One that is cancelled is not called new. */
export const isHighlightShown = ({ status }: Row, highlight: Highlight) =>
  highlight !== 'new' || status !== 'cancelled'

/** The highlight of an appointment that stands in no list of rows. */
export const useAppointmentHighlight = (row: Row) => useShownHighlight(row, isHighlightShown)
