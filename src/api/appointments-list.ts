import { queryOptions } from '@tanstack/react-query'
import {
  type Appointment,
  type AppointmentDetails,
  AppointmentDetailsAnswer,
  AppointmentsAnswer,
  type AppointmentsPage,
} from '../../contract/appointments.ts'
import { LIST_LIMIT, PAGE_SIZE } from '../../contract/lists.ts'
import { LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { type Asking, askingOf } from './asking.ts'
import { keptQuery } from './kept-query.ts'
import { forgetOldSearches, SEARCHED } from './latest-searches.ts'

/** Which appointments are meant, whatever the page. */
export type AppointmentFilter = {
  /** Code of a location, or 'all'. */
  location: string
  /** 'pending' open ones, 'confirmed', or empty: both. */
  status: 'pending' | 'confirmed' | ''
  /** Cancelled ones too; they are neither pending nor confirmed, so this counts only while `status` is empty. */
  cancelled: boolean
  /** What is searched for; null: nothing. Often a patient's name, so it travels in the body and never in an address. */
  search: string | null
}

/** `status` on the wire (specification, section 4). */
const STATUS = { pending: '1', confirmed: '0', '': '' } as const

/** A filter as the list and its export ask for it. */
export function asked({ location, status, cancelled, search }: AppointmentFilter) {
  return {
    location: encodeURIComponent(location),
    query: { status: STATUS[status], ...(cancelled && status === '' ? { cancelled: '1' } : {}) },
    body: search === null ? {} : { search },
  }
}

function pageOf(filter: AppointmentFilter, pages: Record<string, string>, asking: Asking) {
  const { location, query, body } = asked(filter)
  return staffCall(AppointmentsAnswer, {
    method: 'POST',
    path: `/appointments/${location}?${new URLSearchParams({ ...query, ...pages })}`,
    body,
    timeoutMs: LIST_TIMEOUT_MS,
    ...asking,
  })
}

/** The staff member's id in each key keeps one person's rows from another's. */
export const appointmentQueries = {
  all: () => ['appointments'] as const,
  /** All that lists appointments: pages and days. Their answers are alike in holding the rows as `data`. */
  lists: () => [...appointmentQueries.all(), 'lists'] as const,

  /** All pages under a filter. */
  pages: (staffId: string, { location, status, cancelled, search }: AppointmentFilter) => {
    const question = JSON.stringify([staffId, location, status, cancelled, search])
    return [...appointmentQueries.lists(), 'page', question] as const
  },

  /**
   * One page of the appointments, upcoming ones first. What a search finds is not kept on the device: a kept page is
   * named by its question, and this one is often a patient's name. @param page from 1
   */
  list: (staffId: string, { page, ...filter }: AppointmentFilter & { page: number }) => {
    const pages = appointmentQueries.pages(staffId, filter)
    return queryOptions({
      ...keptQuery,
      ...(filter.search === null ? {} : { meta: SEARCHED }),
      queryKey: [...pages, page],
      queryFn: (context): Promise<AppointmentsPage> => {
        if (filter.search !== null) forgetOldSearches(context.client)
        return pageOf(filter, { page: String(page), limit: String(PAGE_SIZE) }, askingOf(context))
      },
      // A page stays until the next one is there, but never under another question.
      placeholderData: (shown, last) => (last?.queryKey[3] === pages[3] ? shown : undefined),
    })
  },

  /** All days of a location, or of 'all'; the day is what follows in the key. */
  days: (staffId: string, location: string) =>
    [...appointmentQueries.lists(), 'day', staffId, location] as const,

  /**
   * All appointments of a day by time, without cancelled ones.
   * @param day 'YYYY-MM-DD' in clinic time
   */
  day: (staffId: string, { location, day }: { location: string; day: string }) =>
    queryOptions({
      ...keptQuery,
      queryKey: [...appointmentQueries.days(staffId, location), day],
      queryFn: async (context): Promise<{ data: Appointment[] }> => ({
        data: await appointmentsBetween(location, { from: day, to: day }, askingOf(context)),
      }),
    }),

  /** What is known of one appointment. @throws ApiError, with status 404 where there is none of this id */
  details: (staffId: string, id: string) =>
    queryOptions({
      ...keptQuery,
      queryKey: [...appointmentQueries.all(), 'details', staffId, id],
      queryFn: async (context): Promise<AppointmentDetails> => {
        const { data } = await staffCall(AppointmentDetailsAnswer, {
          method: 'GET',
          path: `/appointments/${encodeURIComponent(id)}`,
          timeoutMs: LIST_TIMEOUT_MS,
          ...askingOf(context),
        })
        return data
      },
    }),
}

/**
 * All appointments from one day to another by time, without cancelled ones, a hundred to a question.
 * @param from the first day and `to` the last, 'YYYY-MM-DD' in clinic time
 * @throws ApiError
 */
export async function appointmentsBetween(
  location: string,
  { from, to }: { from: string; to: string },
  asking: Asking,
): Promise<Appointment[]> {
  const filter: AppointmentFilter = { location, status: '', cancelled: false, search: null }
  // By id: a row that moved while the pages were fetched comes twice.
  const found = new Map<string, Appointment>()
  let total: number | undefined
  let isSecondTime = false
  for (let page = 1; ; page++) {
    const pages = { from, to, page: String(page), limit: String(LIST_LIMIT) }
    const { data, paging } = await pageOf(filter, pages, asking)
    total ??= paging.total
    if (paging.total !== total && !isSecondTime) {
      // One that was cancelled between two pages has pulled another one out from under the second: from the beginning.
      isSecondTime = true
      found.clear()
      page = 0
      continue
    }
    for (const row of data) found.set(row.id, row)
    if (page >= paging.totalPages) break
  }
  const time = ({ appointment_date }: Appointment) => Date.parse(appointment_date)
  return [...found.values()].sort((a, b) => time(a) - time(b) || a.doctor.name.localeCompare(b.doctor.name))
}
