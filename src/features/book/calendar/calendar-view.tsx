import { useDashboardAddress } from '../state/use-dashboard-address.ts'
import { DayView } from './day-view.tsx'
import { WeekView } from './week-view.tsx'

/** The book as a day or as a week; the address says which. */
export function CalendarView() {
  const [{ view }] = useDashboardAddress()
  return view === 'week' ? <WeekView /> : <DayView />
}
