import type { ClinicLocation } from '../../../../domain/clinic.ts'
import { isClinicDate } from '../../../../domain/clinic-time.ts'
import { normaliseLocation } from '../../../../domain/locations.ts'
import { VISIT_STATES, type VisitState } from '../../../../domain/visits.ts'
import { paths } from '../../../paths.ts'
import { pageOf } from '../../../ui/paged-list/page-of.ts'
import { type DayChoice, MOVING_DAYS } from './list-days.ts'

/**
 * View in the address, so that a reload, Back and a link to a colleague keep it. Without the search
 * (docs/decisions/009).
 */
export type DashboardAddress = {
  view: 'list' | 'day' | 'week'
  /** Code of a location, 'all', or empty: that of the staff member. */
  location: string
  /** 'pending' open ones, 'confirmed', or empty: both. */
  status: 'pending' | 'confirmed' | ''
  /** State of the listed visits; empty: any. Only while `status` is empty. */
  visit: VisitState | ''
  /** Whether the list has cancelled ones too. */
  cancelled: boolean
  /** Days of the list that move with the clock: 'today' is another day tomorrow. Empty: those of `from` and `to`. */
  days: Exclude<DayChoice, 'all'> | ''
  /** Fixed days of the list, 'YYYY-MM-DD' in clinic time, both included; empty: no bound. */
  from: string
  to: string
  /** Page number from 1. */
  page: number
  /** 'YYYY-MM-DD' in clinic time, of a week any of its days; empty: today. */
  day: string
  /** Id of the doctor whose lanes a week shows, and whose appointments the list; empty: all. */
  doctor: string
  /** Id of the appointment whose details are open. */
  appointment: string | null
  /** Whether a day has what is to be done beside it. */
  todo: boolean
}

const START: DashboardAddress = {
  view: 'list',
  location: '',
  status: '',
  visit: '',
  cancelled: false,
  days: '',
  from: '',
  to: '',
  page: 1,
  day: '',
  doctor: '',
  appointment: null,
  todo: false,
}
/** Invalid values count as missing. */
export function addressOf(search: string): DashboardAddress {
  const params = new URLSearchParams(search)
  const said = (name: string, pattern: RegExp) => {
    const text = params.get(name) ?? ''
    return pattern.test(text) ? text : ''
  }
  const dayOf = (name: string) => {
    const day = params.get(name) ?? ''
    return isClinicDate(day) ? day : ''
  }
  const status = said('status', /^(?:pending|confirmed)$/) as DashboardAddress['status']
  const visit = VISIT_STATES.find((state) => state === params.get('visit')) ?? ''
  const days = MOVING_DAYS.find((choice) => choice === params.get('days')) ?? ''
  const [from, to] = days === '' ? [dayOf('from'), dayOf('to')] : ['', '']
  return {
    view: (said('view', /^(?:day|week)$/) || 'list') as DashboardAddress['view'],
    location: said('location', /^[\w-]{1,40}$/),
    status,
    visit: status === '' ? visit : '',
    cancelled: params.get('cancelled') === 'true' && status === '' && visit === '',
    days,
    from,
    to: from > to ? '' : to,
    page: pageOf(params),
    day: dayOf('day'),
    doctor: said('doctor', /^[\w-]{1,60}$/),
    appointment: said('appointment', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/) || null,
    todo: params.get('todo') === 'true',
  }
}

/**
 * The location that the address ought to say where it says one that the clinic does not have, or has under another
 * name: '?location=mars' becomes none, '?location=Lagos' 'lag'. @returns null when there is nothing to correct
 */
export function correctedLocation(
  search: string,
  locations: readonly Pick<ClinicLocation, 'code' | 'name'>[],
): string | null {
  const said = new URLSearchParams(search).get('location')
  if (said === null) return null
  const known = normaliseLocation(said, locations.map(byName)) ?? ''
  return known === said && known !== '' ? null : known
}

const byName = ({ code, name }: Pick<ClinicLocation, 'code' | 'name'>) => ({
  code,
  aliases: [name.toLowerCase()],
})

/** Path and query of the dashboard that shows this; what is left out is as at the start. */
export function dashboardAt(address: Partial<DashboardAddress>): string {
  const params = new URLSearchParams()
  const whole = { ...START, ...address }
  for (const name of Object.keys(START) as (keyof DashboardAddress)[])
    if (whole[name] !== START[name]) params.set(name, String(whole[name]))
  return params.size === 0 ? paths.dashboard() : `${paths.dashboard()}?${params}`
}
