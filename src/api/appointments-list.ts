import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  type Appointment,
  type AppointmentDetails,
  AppointmentDetailsAnswer,
  AppointmentsAnswer,
  type AppointmentsPage,
} from '../../contract/appointments.ts'
import { LIST_LIMIT, PAGE_SIZE } from '../../contract/lists.ts'
import type { StoredCall } from '../../contract/seal.ts'
import type { VisitState } from '../../domain/visits.ts'
import { ApiError } from '../http/api-error.ts'
import { LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import type { Answered } from './answered.ts'
import { byTime, type DayRange, splitByDay } from './appointments-days.ts'
import { forgetOldSearches, SEARCHED } from './latest-searches.ts'
import { type RequestContext, requestContextOf } from './request-context.ts'
import { screenHeader } from './screen.ts'
import { storedQuery } from './stored-query.ts'

/** Filter of the list, without the page. */
export type AppointmentFilter = {
  /** Code of a location, or 'all'. */
  location: string
  /** 'pending' open ones, 'confirmed', or empty: both. */
  status: 'pending' | 'confirmed' | ''
  /** Cancelled ones too; they are neither pending nor confirmed, so this counts only while `status` is empty. */
  cancelled: boolean
  /** Days in clinic time, 'YYYY-MM-DD', both included; left out or empty: no bound. */
  from?: string
  to?: string
  /** Id of the doctor whose they are; left out or empty: anybody's. */
  doctor?: string
  /** State of the visit; undefined or empty: any. */
  visit?: VisitState | ''
  /** Search text; null: none. Often a patient's name, so it is sent in the body, never in an address. */
  search: string | null
}

/** `status` on the wire (specification, section 4). */
const STATUS = { pending: '1', confirmed: '0', '': '' } as const
const STATUSES = ['pending', 'confirmed'] as const

/** Parameters and body of the list and its export. */
export function requestOf({ location, status, cancelled, search, ...further }: AppointmentFilter) {
  return {
    location: encodeURIComponent(location),
    query: {
      status: STATUS[status],
      ...(cancelled && status === '' ? { cancelled: '1' } : {}),
      ...saidOf(further),
    },
    body: search === null ? {} : { search },
  }
}

const FURTHER = ['from', 'to', 'doctor', 'visit'] as const
type Further = Pick<AppointmentFilter, (typeof FURTHER)[number]>

/** Further filters that are set, always in the same order. */
const saidOf = (filter: Further): Record<string, string> =>
  Object.fromEntries(FURTHER.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))

function pageOf(filter: AppointmentFilter, pages: Record<string, string>, requestContext?: RequestContext) {
  const { location, query, body } = requestOf(filter)
  return staffCall(AppointmentsAnswer, {
    method: 'POST',
    path: `/appointments/${location}?${new URLSearchParams({ ...query, ...pages })}`,
    body,
    timeoutMs: LIST_TIMEOUT_MS,
    ...requestContext,
  })
}

/** The staff member's id in each key keeps one person's rows from another's. */
export const appointmentQueries = {
  all: () => ['appointments'] as const,
  /** All that lists appointments: pages and days. Their answers are alike in holding the rows as `data`. */
  lists: () => [...appointmentQueries.all(), 'lists'] as const,

  /** All pages under a filter. */
  pages: (staffId: string, { location, status, cancelled, search, ...further }: AppointmentFilter) => {
    const question = JSON.stringify([staffId, location, status, cancelled, search, saidOf(further)])
    return [...appointmentQueries.lists(), 'page', question] as const
  },

  /**
   * One page of the appointments, upcoming ones first. What a search finds is not stored on the device: a stored answer
   * is named by its question, and this one is often a patient's name. @param page from 1
   */
  list: (staffId: string, { page, ...filter }: AppointmentFilter & { page: number }) => {
    const pages = appointmentQueries.pages(staffId, filter)
    return queryOptions({
      ...storedQuery,
      ...(filter.search === null ? {} : { meta: SEARCHED }),
      queryKey: [...pages, page],
      queryFn: (context): Promise<AppointmentsPage> => {
        if (filter.search !== null) forgetOldSearches(context.client)
        return pageOf(filter, { page: String(page), limit: String(PAGE_SIZE) }, requestContextOf(context))
      },
      // A page stays until the next one is there, but never under another question.
      placeholderData: (shown, last) => (last?.queryKey[3] === pages[3] ? shown : undefined),
    })
  },

  /** Number of appointments of a filter to be confirmed. */
  pending: (staffId: string, filter: AppointmentFilter) =>
    queryOptions({
      ...(filter.search === null ? {} : { meta: SEARCHED }),
      queryKey: [
        ...appointmentQueries.all(),
        'pending',
        ...appointmentQueries.pages(staffId, filter).slice(3),
      ],
      queryFn: async (context) => {
        const one = { page: '1', limit: '1' }
        const { paging } = await pageOf(pendingOf(filter), one, requestContextOf(context))
        return { total: paging.total }
      },
    }),

  /** All days of a location, or of 'all'; the day is what follows in the key. */
  days: (staffId: string, location: string) =>
    [...appointmentQueries.lists(), 'day', staffId, location] as const,

  /**
   * All appointments of a day by time, without cancelled ones.
   * @param day 'YYYY-MM-DD' in clinic time
   */
  day: (staffId: string, { location, day }: { location: string; day: string }) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...appointmentQueries.days(staffId, location), day],
      queryFn: async (context): Promise<{ data: Appointment[] }> => ({
        data: byTime(await appointmentsBetween({ location, from: day, to: day }, requestContextOf(context))),
      }),
    }),

  /**
   * All appointments from one day to another by time, without cancelled ones; days 'YYYY-MM-DD' in clinic time, at most 31.
   */
  range: (staffId: string, { location, from, to }: DayRange) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...appointmentQueries.lists(), 'range', staffId, location, from, to],
      queryFn: async (context): Promise<{ data: Appointment[] }> => ({
        data: byTime(await appointmentsBetween({ location, from, to }, requestContextOf(context))),
      }),
    }),

  /** Details of one appointment. @throws ApiError, with status 404 for an unknown id */
  details: (staffId: string, id: string) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...appointmentQueries.all(), 'details', staffId, id],
      queryFn: async (context): Promise<AppointmentDetails> => {
        const { data } = await staffCall(AppointmentDetailsAnswer, {
          method: 'GET',
          path: `/appointments/${encodeURIComponent(id)}`,
          headers: screenHeader(),
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        })
        return data
      },
    }),
}

const pendingOf = (filter: AppointmentFilter): AppointmentFilter => ({
  ...filter,
  status: 'pending',
  cancelled: false,
})

/**
 * The first appointments of a filter that wait to be confirmed, as they are now.
 * @param most how many at most
 * @throws ApiError
 */
export async function firstPending(filter: AppointmentFilter, most: number): Promise<Appointment[]> {
  const found = new Map<string, Appointment>()
  for (let page = 1; found.size < most; page++) {
    const { data, paging } = await pageOf(pendingOf(filter), {
      page: String(page),
      limit: String(LIST_LIMIT),
    })
    for (const row of data) found.set(row.id, row)
    if (page >= paging.totalPages) break
  }
  return [...found.values()].slice(0, most)
}

/**
 * All appointments from one day to another, without cancelled ones, in one question: at most 31 days.
 * @throws ApiError; `tooManyRows` says whether fewer days can be had
 */
export async function appointmentsBetween(
  { location, from, to }: DayRange,
  requestContext: RequestContext,
): Promise<Appointment[]> {
  const filter: AppointmentFilter = { location, status: '', cancelled: false, search: null }
  return (await pageOf(filter, { from, to, all: '1' }, requestContext)).data
}

/** Whether a range was refused since it has more rows than one answer may have. */
export const tooManyRows = (error: unknown) => error instanceof ApiError && error.code === 'too_many_rows'

/** The queries that an answer about appointments is for: a page of the list, days, or the details of one. */
export function appointmentsOf(
  staffId: string,
  { method, path, params }: StoredCall,
  answer: unknown,
): Answered[] {
  const [, name, subject = ''] = path.split('/')
  if (name !== 'appointments') return []
  if (method === 'GET') {
    const details = v.safeParse(AppointmentDetailsAnswer, answer)
    if (!details.success) return []
    return [{ queryKey: appointmentQueries.details(staffId, subject).queryKey, data: details.output.data }]
  }
  const page = v.safeParse(AppointmentsAnswer, answer)
  if (!page.success) return []
  const param = (key: string) => params.get(key) ?? ''
  if (param('all') === '1') {
    const range = { location: subject, from: param('from'), to: param('to') }
    const days: Answered[] = splitByDay(page.output.data, range).map(({ appointments, ...ofDay }) => ({
      queryKey: appointmentQueries.day(staffId, ofDay).queryKey,
      data: { data: appointments },
    }))
    if (range.from === range.to) return days
    const whole = { data: byTime(page.output.data) }
    return [...days, { queryKey: appointmentQueries.range(staffId, range).queryKey, data: whole }]
  }
  const filter = {
    location: subject,
    status: STATUSES.find((status) => STATUS[status] === param('status')) ?? ('' as const),
    cancelled: param('cancelled') === '1',
    search: null,
    page: Number(param('page')),
    ...saidOf(Object.fromEntries(FURTHER.map((name) => [name, param(name)]))),
  }
  return [{ queryKey: appointmentQueries.list(staffId, filter).queryKey, data: page.output }]
}
