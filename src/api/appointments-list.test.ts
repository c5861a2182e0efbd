import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepSessionAtom } from '../session/session-atoms.ts'
import { store } from '../session/store.ts'
import { appointmentQueries } from './appointments-list.ts'

const user = {
  id: 'ada',
  username: 'ada',
  email: 'a@example.com',
  surname: 'Obi',
  other_names: 'Ada',
  displayName: 'Dt. Ada Obi',
  location: null,
  type: 'admin' as const,
  role: null,
  profession: null,
  job_title: null,
}
const empty = { success: true, data: [], paging: { page: 1, limit: 10, total: 0, totalPages: 0 } }

let asked: [address: string, method: unknown, body: unknown][]
beforeEach(() => {
  asked = []
  store.set(keepSessionAtom, { user, token: 'token-of-ada' })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked.push([address, method, body])
    return new Response(JSON.stringify(empty))
  })
})

const ask = (search: string | null, page = 1) =>
  new QueryClient().fetchQuery(appointmentQueries.list('ada', { location: 'all', search, page }))

it('sends what is searched for in the body and never in the address', async () => {
  await ask('Ada Obi', 2)
  expect(asked).toEqual([
    ['/api/appointments/all?status=&page=2&limit=10', 'POST', JSON.stringify({ search: 'Ada Obi' })],
  ])
})

it('sends an empty body when nothing is searched for', async () => {
  await ask(null)
  expect(asked).toEqual([['/api/appointments/all?status=&page=1&limit=10', 'POST', '{}']])
})

it.each([
  { next: { page: 2 }, is: 'keeps a page on screen until the next one is there', kept: true },
  { next: { search: 'Chidi' }, is: 'keeps nothing for another search', kept: false },
  { next: { location: 'lag' }, is: 'keeps nothing for another location', kept: false },
  { next: { staffId: 'musa' }, is: 'keeps nothing for another staff member', kept: false },
])('$is', async ({ next, kept }) => {
  const list = ({ staffId = 'ada', location = 'all', search = 'Ada', page = 1 } = {}) =>
    appointmentQueries.list(staffId, { location, search, page })
  const client = new QueryClient()
  const observer = new QueryObserver(client, list())
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(empty))
  observer.setOptions(list(next))
  expect(observer.getCurrentResult().data).toEqual(kept ? empty : undefined)
  stop()
})
