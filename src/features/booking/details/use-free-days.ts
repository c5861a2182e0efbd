import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { DayAvailability } from '../../../../contract/availability.ts'
import { bookableDays } from '../../../../domain/booking.ts'
import { availabilityQueries } from '../../../api/availability.ts'
import { clock } from '../../../clock.ts'
import { nextFreeDay } from '../../../ui/slots/free-days.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { useClinic } from '../../../use-clinic.ts'
import { monthQuestions } from './month-questions.ts'
import { followingMonth, monthOf } from './slot-days.ts'

type Wanted = {
  location: string
  doctorId: string
  serviceId: string
  /** The month on view, 'YYYY-MM'. */
  month: string
  /** The day whose times are looked at, 'YYYY-MM-DD'; empty for none yet. */
  date: string
}

/**
 * The free times around what the visitor looks at: the month on view and that of the chosen day, then the
 * following one, so that turning the page needs no waiting; and further months one by one only while
 * nothing free has been found.
 */
export function useFreeDays({ location, doctorId, serviceId, month, date }: Wanted) {
  const clinic = useClinic()
  const queries = useQueryClient()
  const isOnline = useOnline()
  const now = clock.now()
  const { from: today, to: last } = bookableDays(now, clinic.booking.horizonDays, clinic.timeZone)
  const wanted = date >= today ? date : today
  const first = monthOf(wanted) < month ? monthOf(wanted) : month
  const months = monthQuestions({ location, doctorId, serviceId }, now).map((candidate) => ({
    ...candidate,
    options: availabilityQueries.days(candidate.question),
  }))
  const start = months.findIndex((candidate) => candidate.month >= first)
  const known = months.map(({ options }) => queries.getQueryData<DayAvailability[]>(options.queryKey))
  const isNeeded = (index: number) => {
    if (start < 0 || index < start) return false
    const candidate = months[index]?.month
    if (candidate === month || candidate === monthOf(wanted)) return true
    const before = known.slice(start, index)
    if (before.some((days) => days === undefined)) return false
    return candidate === followingMonth(month) || !before.some((days) => nextFreeDay(days ?? [], wanted))
  }
  const results = useQueries({
    queries: months.map(({ options }, index) => ({ ...options, enabled: isNeeded(index) })),
  })

  const ofMonth = (name: string) => results[months.findIndex((candidate) => candidate.month === name)]
  const asked = results.filter((_, index) => isNeeded(index))
  const arrived = asked.filter((result) => result.data !== undefined)
  const isOld = !isOnline || arrived.some((result) => result.isError)
  const days = results.flatMap((result) => result.data ?? [])
  const day = ofMonth(monthOf(wanted))
  return {
    today,
    last,
    /** Days in order, as far as they have been fetched; those before the chosen one stay. */
    days,
    /** The first day with free times from the chosen one on; certain once nothing is looked for any more. */
    next: nextFreeDay(days, wanted),
    isLooking: asked.some((result) => result.isPending),
    /** The month on view has not arrived. */
    isMonthPending: ofMonth(month)?.isPending ?? false,
    /** The chosen day's times have not arrived; `isDayFetching` also while they are being asked for again. */
    isDayPending: day?.isPending ?? false,
    isDayFetching: day?.isFetching ?? false,
    /** The chosen day's times have arrived and no newer ones are on their way; a day too far ahead has none. */
    isDayKnown: !day || (day.data !== undefined && !day.isFetching),
    /** Some could not be fetched; also while they are asked for again. */
    isFailed: asked.some((result) => result.data === undefined && result.errorUpdateCount > 0),
    isOnline,
    /**
     * Time when the oldest of the shown times were fetched, if they can't be fetched again; ms since 1970, by this
     * device.
     */
    oldSince: isOld && arrived.length > 0 ? Math.min(...arrived.map((result) => result.dataUpdatedAt)) : null,
    isFetching: asked.some((result) => result.isFetching),
    retry: () => {
      for (const result of asked) if (result.isError) void result.refetch()
    },
  }
}

export type FreeDays = ReturnType<typeof useFreeDays>
