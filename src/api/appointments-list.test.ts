import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { SCREEN_HEADER } from '../../contract/screen.ts'
import { SEAL_HEADER } from '../../contract/seal.ts'
import { setSealKey } from '../device/seal-key.ts'
import { keepSessionAtom } from '../session/session-atoms.ts'
import { store } from '../store.ts'
import { type AppointmentFilter, appointmentQueries } from './appointments-list.ts'
import { PREFETCH } from './request-context.ts'

const user = {
  id: 'ada',
  username: 'ada',
  email: 'a@example.com',
  surname: 'Obi',
  other_names: 'Ada',
  displayName: 'Dt. Ada Obi',
  location: null,
  type: 'admin' as const,
  locations: [],
  doctorId: null,
  rightsVersion: 1,
  boundTo: null,
  role: null,
  profession: null,
  job_title: null,
}
const empty = { success: true, data: [], paging: { page: 1, limit: 10, total: 0, totalPages: 0 } }

let asked: [address: string, method: unknown, body: unknown][]
beforeEach(() => {
  vi.stubGlobal('window', { location: { pathname: '/dashboard', search: '' } })
  asked = []
  store.set(keepSessionAtom, { user, token: 'token-of-ada' })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push([address, method, body])
    return new Response(JSON.stringify(empty))
  })
})

const everything: AppointmentFilter = { location: 'all', status: '', cancelled: false, search: null }
const ask = (filter: Partial<AppointmentFilter & { page: number }>) =>
  new QueryClient().fetchQuery(appointmentQueries.list('ada', { ...everything, page: 1, ...filter }))

it('the list sends the search in the body, never in the address', async () => {
  await ask({ search: 'Ada Obi', page: 2 })
  expect(asked).toEqual([
    ['/api/appointments/all?status=&page=2&limit=10', 'POST', JSON.stringify({ search: 'Ada Obi' })],
  ])
})

it('the list sends an empty body without a search', async () => {
  await ask({})
  expect(asked).toEqual([['/api/appointments/all?status=&page=1&limit=10', 'POST', '{}']])
})

it.each([
  [{ status: 'pending', location: 'lag' }, 'lag?status=1'],
  [{ status: 'confirmed' }, 'all?status=0'],
  [{ cancelled: true }, 'all?status=&cancelled=1'],
  [{ from: '2030-03-04', doctor: 'fct-musa' }, 'all?status=&from=2030-03-04&doctor=fct-musa'],
  [{ to: '2030-03-04', visit: 'arrived', doctor: '' }, 'all?status=&to=2030-03-04&visit=arrived'],
  // A cancelled one is neither.
  [{ cancelled: true, status: 'pending' }, 'all?status=1'],
] as const)('the filter %j is the address %s', async (filter, address) => {
  await ask(filter)
  expect(asked[0]?.[0]).toBe(`/api/appointments/${address}&page=1&limit=10`)
})

const row = (id: string, time = '09:00') => ({
  id,
  reference: 'ACDE3467',
  appointment_date: `2030-03-04T${time}:00+01:00`,
  isOpen: true,
  status: 'open',
  version: 1,
  blocked: false,
  serviceText: 'Tooth Pain',
  description: '',
  doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
  user: { location: 'fct', surname: '', other_names: '', address: '', email: '', phone_number: '' },
})

it('a day is fetched by one call and has its rows by time', async () => {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    asked.push([address, null, body])
    const data = [row('noon', '12:00'), row('three', '15:00'), row('ten', '10:00'), row('nine', '09:00')]
    return new Response(
      JSON.stringify({ success: true, data, paging: { page: 1, limit: 2_000, total: 4, totalPages: 1 } }),
    )
  })
  const day = appointmentQueries.day('ada', { location: 'fct', day: '2030-03-04' })
  const { data } = await new QueryClient().fetchQuery(day)
  expect(data.map(({ id }) => id)).toEqual(['nine', 'ten', 'noon', 'three'])
  expect(asked).toEqual([['/api/appointments/fct?status=&from=2030-03-04&to=2030-03-04&all=1', null, '{}']])
})

it('a query that refetches by itself says so and does not prolong the session', async () => {
  const said: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    said.push(new Headers(headers).get('x-unattended'))
    return new Response(JSON.stringify(empty))
  })
  const client = new QueryClient()
  const list = (page: number) => appointmentQueries.list('ada', { ...everything, page })
  const day = appointmentQueries.day('ada', { location: 'fct', day: '2030-03-04' })
  await client.fetchQuery(list(1))
  await client.fetchQuery(list(1))
  await client.fetchQuery(list(2))
  await client.fetchQuery(day)
  await client.fetchQuery(day)
  expect(said).toEqual([null, '1', null, null, '1'])
})

it('a prefetched or cached list is fetched as by a person when it is first opened', async () => {
  const said: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    said.push(new Headers(headers).get('x-unattended'))
    return new Response(JSON.stringify(empty))
  })
  const client = new QueryClient()
  const list = appointmentQueries.list('ada', { ...everything, page: 1 })
  await client.fetchQuery({ ...list, meta: PREFETCH })
  client.setQueryData(list.queryKey, { ...empty, success: true as const })
  await client.fetchQuery(list)
  await client.fetchQuery(list)
  expect(said).toEqual(['1', null, '1'])
})

type Listed = AppointmentFilter & { staffId: string; page: number }
it.each([
  { next: { page: 2 }, is: 'keeps a page on screen until the next one is there', kept: true },
  { next: { search: 'Chidi' }, is: 'keeps nothing for another search', kept: false },
  { next: { location: 'lag' }, is: 'keeps nothing for another location', kept: false },
  { next: { status: 'pending' }, is: 'keeps nothing for another status', kept: false },
  { next: { cancelled: true }, is: 'keeps nothing when cancelled ones are wanted too', kept: false },
  { next: { staffId: 'musa' }, is: 'keeps nothing for another staff member', kept: false },
] as { next: Partial<Listed>; is: string; kept: boolean }[])(
  'a query is fresh or not: $is',
  async ({ next, kept }) => {
    const list = ({ staffId = 'ada', ...filter }: Partial<Listed> = {}) =>
      appointmentQueries.list(staffId, { ...everything, search: 'Ada', page: 1, ...filter })
    const client = new QueryClient()
    const observer = new QueryObserver(client, list())
    const stop = observer.subscribe(() => {})
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(empty))
    observer.setOptions(list(next))
    expect(observer.getCurrentResult().data).toEqual(kept ? empty : undefined)
    stop()
  },
)

it('lists, days and details are stored, search results never', async () => {
  const sealed: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    sealed.push(new Headers(headers).get(SEAL_HEADER))
    return new Response(JSON.stringify(empty))
  })
  setSealKey('the key')
  const client = new QueryClient()
  const id = '0199aaaa-0000-7000-8000-000000000001'
  const options = [
    appointmentQueries.list('ada', { ...everything, page: 1 }),
    appointmentQueries.day('ada', { location: 'fct', day: '2030-03-04' }),
    appointmentQueries.details('ada', id),
    appointmentQueries.list('ada', { ...everything, search: 'Ada Obi', page: 1 }),
  ]
  for (const each of options) await client.fetchQuery({ ...each, retry: false } as never).catch(() => {})
  setSealKey(null)
  await ask({})
  expect(sealed).toEqual(['the key', 'the key', 'the key', null, null])
  expect(options.map(({ meta }) => meta && 'sealed' in meta)).toEqual([true, true, true, false])
})

it.each([
  ['/dashboard', '', 'dashboard'],
  ['/Dashboard/', '?view=day&appointment=x', 'dashboard.day'],
  ['/no-page-of-ours', '', null],
])('a record that is opened at %s%s says so for the audit trail', async (pathname, search, screen) => {
  const said: (string | null)[] = []
  vi.stubGlobal('window', { location: { pathname, search } })
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    said.push(new Headers(headers).get(SCREEN_HEADER))
    return new Response(JSON.stringify(empty))
  })
  await new QueryClient()
    .fetchQuery({
      ...appointmentQueries.details('ada', '0199aaaa-0000-7000-8000-000000000001'),
      retry: false,
    })
    .catch(() => {})
  expect(said).toEqual([screen])
})

it('the results of the last 20 searches stay cached, and the lists beside them', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const find = (search: string | null) => {
    vi.advanceTimersByTime(1)
    return client.fetchQuery(appointmentQueries.list('ada', { ...everything, search, page: 1 }))
  }
  await find(null)
  for (let i = 1; i <= 30; i++) await find(`patient ${i}`)
  vi.useRealTimers()
  const left = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => JSON.parse(String(queryKey[3]))[4])
  expect(left).toEqual([null, ...Array.from({ length: 21 }, (_, i) => `patient ${i + 10}`)])
})
