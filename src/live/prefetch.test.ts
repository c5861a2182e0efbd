import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appointmentQueries } from '../api/appointments-list.ts'
import { knowClinic } from '../clinic.fixture.ts'
import { setSealKey } from '../device/seal-key.ts'
import { keepSessionAtom } from '../session/session-atoms.ts'
import { signedInAs } from '../session/signed-in.fixture.ts'
import { store } from '../store.ts'
import { takeLiveEvent } from './live-events.ts'
import { hasStreamAtom, lastAnswerAtom } from './live-state.ts'
import { prefetchPages } from './prefetch.ts'

knowClinic()

const START = new Date('2030-03-04T09:00:00+01:00')
const MINUTE = 60_000

let client: QueryClient
let asked: { days: string; unattended: boolean }[]
let page: EventTarget & { visibilityState: string }
let version = 0
/** The server's appointments, by day. */
let rows: ReturnType<typeof row>[]
let fails: boolean
let stop: () => void

const row = (id: string, at: string, location = 'fct') => ({
  id,
  reference: 'ACDE3467',
  appointment_date: at,
  isOpen: true,
  status: 'open',
  version: 1,
  blocked: false,
  serviceText: 'Tooth Pain',
  description: '',
  doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
  user: { location, surname: '', other_names: '', address: '', email: '', phone_number: '' },
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
  client = new QueryClient()
  asked = []
  rows = [row('a', '2030-03-04T10:00:00+01:00'), row('b', '2030-03-06T10:00:00+01:00', 'lag')]
  fails = false
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const [from, to] = [searchParams.get('from'), searchParams.get('to')]
    if (!pathname.startsWith('/api/appointments/') || !from || !to) return noList()
    const unattended = new Headers(headers).get('x-unattended') !== null
    asked.push({ days: `${pathname.split('/').at(-1)} ${from.slice(5)} to ${to.slice(5)}`, unattended })
    if (fails) throw new TypeError('no network')
    const data = rows.filter(({ appointment_date: at }) => from <= at.slice(0, 10) && at.slice(0, 10) <= to)
    return new Response(JSON.stringify({ success: true, data, paging: pagingOf(data.length) }))
  })
  store.set(keepSessionAtom, signedInAs('ada'))
  store.set(hasStreamAtom, true)
  store.set(lastAnswerAtom, 'good')
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pagingOf = (total: number) => ({ page: 1, limit: 100, total, totalPages: 1 })
const noList = () => new Response(JSON.stringify({ success: true, data: [], paging: pagingOf(0) }))
const begin = (location: string | null = 'fct') => {
  stop = prefetchPages(client, { staffId: 'ada', location })
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const days = () => asked.map((each) => each.days)
const shown = (location: string, day: string) =>
  client.getQueryData(appointmentQueries.day('ada', { location, day }).queryKey)?.data.map(({ id }) => id)
function happens(location = 'fct') {
  version += 1
  takeLiveEvent({ type: 'appointment', change: 'changed', id: 'a', location, version })
}

const RANGE = 'fct 03-04 to 03-18'
const TODAY = 'fct 03-04 to 03-04'

it('today and 14 days are prefetched by one call, which does not prolong the session', async () => {
  begin()
  await after(2_000)
  expect(asked).toEqual([{ days: RANGE, unattended: true }])
  expect([shown('fct', '2030-03-04'), shown('fct', '2030-03-18')]).toEqual([['a'], []])
  expect(shown('fct', '2030-03-19')).toBeUndefined()
})

it('a reader of all locations gets each day of all and of each location', async () => {
  begin(null)
  await after(2_000)
  expect(days()).toEqual(['all 03-04 to 03-18'])
  expect(shown('all', '2030-03-06')).toEqual(['b'])
  expect([shown('fct', '2030-03-06'), shown('lag', '2030-03-06')]).toEqual([[], ['b']])
})

it('a day that was fetched later stays as it is', async () => {
  begin()
  const late = appointmentQueries.day('ada', { location: 'fct', day: '2030-03-04' })
  client.setQueryData(late.queryKey, { data: [] }, { updatedAt: START.getTime() + MINUTE })
  await after(2_000)
  expect([shown('fct', '2030-03-04'), shown('fct', '2030-03-05')]).toEqual([[], []])
})

it('today is prefetched soon after events, once for several', async () => {
  begin()
  await after(2 * MINUTE)
  for (let i = 0; i < 6; i++) {
    happens()
    await after(10_000)
  }
  happens('lag')
  await after(2 * MINUTE)
  expect(days()).toEqual([RANGE, TODAY, TODAY])
})

it('everything is prefetched when the connection is back, nothing without one', async () => {
  begin()
  await after(5 * MINUTE)
  store.set(lastAnswerAtom, 'unreachable')
  happens()
  await after(10 * MINUTE)
  expect(days()).toEqual([RANGE])
  store.set(lastAnswerAtom, 'good')
  await after(5_000)
  expect(days()).toEqual([RANGE, RANGE])
})

it("everything is prefetched after the clinic's midnight", async () => {
  begin()
  await after(14.9 * 60 * MINUTE)
  const before = asked.length
  await after(7 * MINUTE)
  expect(days().slice(before)).toEqual(['fct 03-05 to 03-19'])
})

it('prefetching waits a minute after a failure', async () => {
  fails = true
  begin()
  await after(55_000)
  expect(days()).toEqual([RANGE])
  fails = false
  await after(10_000)
  expect([days(), shown('fct', '2030-03-04')]).toEqual([[RANGE, RANGE], ['a']])
})

it('prefetching pauses in a hidden page and catches up when it is shown', async () => {
  page.visibilityState = 'hidden'
  begin()
  await after(10 * MINUTE)
  expect(asked).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await after(2_000)
  expect(days()).toEqual([RANGE])
})

it('queries of the open page come before prefetching', async () => {
  begin()
  let answer = () => {}
  const looking = client.fetchQuery({
    queryKey: ['looked at'],
    queryFn: () => new Promise<null>((resolve) => (answer = () => resolve(null))),
  })
  await after(20_000)
  expect(asked).toEqual([])
  answer()
  await looking
  await after(5_000)
  expect(days()).toEqual([RANGE])
})

it('only today is prefetched on a metered connection', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  begin()
  await after(2_000)
  expect(days()).toEqual([TODAY])
})

it('fewer days are prefetched at once when all are too many for one answer or the store', async () => {
  rows = Array.from({ length: 601 }, (_, i) =>
    row(String(i), `2030-03-${i < 300 ? '05' : '15'}T10:00:00+01:00`),
  )
  begin()
  await after(2_000)
  expect(days()).toEqual([RANGE, 'fct 03-04 to 03-11', 'fct 03-12 to 03-18'])
  expect([shown('fct', '2030-03-05')?.length, shown('fct', '2030-03-15')?.length]).toEqual([300, 301])
})

it('fewer days are prefetched when the server refuses so many rows', async () => {
  const real = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await real(...args)
    const isWhole = days().at(-1) === RANGE
    const refusal = { success: false, code: 'too_many_rows', message: 'A sentence.' }
    return isWhole ? new Response(JSON.stringify(refusal), { status: 400 }) : answer
  })
  begin()
  await after(2_000)
  expect(days()).toEqual([RANGE, 'fct 03-04 to 03-11', 'fct 03-12 to 03-18'])
  expect([shown('fct', '2030-03-04'), shown('fct', '2030-03-18')]).toEqual([['a'], []])
})

it('everything is prefetched again for another key', async () => {
  setSealKey('one')
  begin()
  await after(2 * MINUTE)
  setSealKey('two')
  await after(5_000)
  setSealKey(null)
  expect(days()).toEqual([RANGE, RANGE])
})

it('prefetched pages never reach the next person who signs in', async () => {
  let answer = () => {}
  const real = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return real(...args)
  })
  begin()
  await after(2_000)
  stop()
  answer()
  await after(0)
  expect(client.getQueryCache().getAll()).toEqual([])
})
