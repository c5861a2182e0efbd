import * as v from 'valibot'
import { ListAppointments } from '../../../contract/appointments.ts'
import { LIST_LIMIT, PAGE_SIZE, RANGE_ROWS } from '../../../contract/lists.ts'
import { PREFETCH_DAYS, questionOf, STORED_ROWS } from '../../../contract/seal.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, clinicDate } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'
import { doctorsAnswer } from '../../platform/http/clinic-codes.ts'
import { pageBody } from '../../platform/http/json-answer.ts'
import { asBlocker } from '../blocked/blocker-row.ts'
import { listBlockers, readableBlockers } from '../blockers/repository.ts'
import { type Parts as ListParts, listAppointments, listRange } from '../list/list.ts'
import type { PlainAnswer } from './seal-entries.ts'

type Parts = ListParts & { clinic: Clinic }
type Ahead = { found: PlainAnswer[]; appointments: string[] }

/**
 * The answers to the questions that a page prefetches (src/live/prefetch.ts): today and the days after it, the first
 * pages of the lists, and who works where.
 * @param reach what of the book may be in them
 * @returns also the ids of the appointments in them
 */
export async function answersAhead(parts: Parts, reach: Reach, now: Date): Promise<Ahead> {
  const { pool, clinic } = parts
  const codes = clinic.locations.map(({ code }) => code).filter((code) => reaches(reach, code))
  const places = codes.length === clinic.locations.length ? [ALL_LOCATIONS] : codes
  const filterOf = (location: string, more: { from?: string; to?: string; all?: '1' } = {}) => ({
    ...v.parse(ListAppointments, more),
    search: null,
    location,
    reach,
  })
  const ids = new Set<string>()
  const found: PlainAnswer[] = []
  const from = clinicDate(now, clinic.timeZone)

  async function addRange(place: string, from: string, days: number): Promise<void> {
    const range = { from, to: addDays(from, days - 1), all: '1' } as const
    const rows = await listRange(parts, filterOf(place, range), clinic, now, RANGE_ROWS)
    if (days > 1 && (!rows || rows.length > STORED_ROWS)) {
      const half = Math.ceil(days / 2)
      await addRange(place, from, half)
      return addRange(place, addDays(from, half), days - half)
    }
    if (!rows) return
    const body = pageBody(rows, { page: 1, limit: RANGE_ROWS, total: rows.length })
    found.push(answer('POST', `/appointments/${place}?${new URLSearchParams(range)}`, body, '{}'))
    for (const { id } of rows) ids.add(id)
  }

  async function addList(place: string): Promise<void> {
    const page = { page: 1, limit: PAGE_SIZE }
    const { rows, total } = await listAppointments(parts, { ...filterOf(place), ...page }, clinic, now)
    found.push(
      answer('POST', `/appointments/${place}?${FIRST_PAGE}`, pageBody(rows, { ...page, total }), '{}'),
    )
    for (const { id } of rows) ids.add(id)
  }

  // Today's come first, as what does not fit is left out at the end.
  for (const place of places) await addRange(place, from, 1 + PREFETCH_DAYS)
  for (const place of places) await addList(place)
  // A page of their list, and all of them for the calendar.
  const readable = readableBlockers(clinic, { locations: codes, doctorId: reach.doctorId })
  for (const limit of [PAGE_SIZE, LIST_LIMIT]) {
    const page = { page: 1, limit }
    const { rows, total } = await listBlockers(pool, { type: '', ...page }, readable)
    const blockers = rows.map((blocker) => asBlocker(blocker, clinic))
    found.push(answer('GET', `/blockers?page=1&limit=${limit}`, pageBody(blockers, { ...page, total })))
  }
  for (const location of codes)
    found.push(
      answer('PATCH', '/fetch/doctors', doctorsAnswer(clinic, location), JSON.stringify({ location })),
    )
  return { found, appointments: [...ids] }
}

const FIRST_PAGE = `page=1&limit=${PAGE_SIZE}`

/** An answer under the name of the page's own call. @throws Error for a call whose answers are not stored */
function answer(method: string, path: string, body: object, sent?: string): PlainAnswer {
  const question = questionOf(method, path, sent)
  if (question === null) throw new Error(`${method} ${path} is not on the list of what is stored.`)
  return { question, text: JSON.stringify(body) }
}
