import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StaffUser } from '../../contract/auth.ts'
import type { Notifications } from '../../contract/notifications.ts'
import { startSessionAtom } from '../session/session-atoms.ts'
import { store } from '../session/store.ts'
import { markNotificationsRead, notificationQueries } from './notifications.ts'

const ada = { id: 'ada', username: 'ada', email: 'a@example.com', surname: 'Obi', other_names: 'Ada' }
const user = {
  ...ada,
  displayName: 'Dt. Ada Obi',
  location: null,
  type: 'admin',
  role: null,
  profession: null,
  job_title: null,
} satisfies StaffUser

const item = (reference: string, createdAt: string, unread: boolean) => ({
  id: reference,
  reference,
  patientName: 'Chidi Eze',
  serviceText: 'Other',
  location: 'fct',
  appointment_date: '2030-03-05T10:00:00+01:00',
  createdAt,
  unread,
})
const NEWEST = '2030-03-04T10:00:00.257+01:00'
const before: Notifications = {
  unread: 2,
  items: [item('NEW', NEWEST, true), item('OLD', '2030-03-03T10:00:00.000+01:00', true)],
}
const after: Notifications = { unread: 1, items: [item('LATE', '2030-03-04T10:01:00.000+01:00', true)] }

/** What the server was asked, and how it answers. */
let asked: { address: string; body: unknown }[]
let answer: () => Promise<Response>
let client: QueryClient

beforeEach(() => {
  asked = []
  client = new QueryClient()
  store.set(startSessionAtom, { user, token: 'token-of-ada' })
  vi.stubGlobal('fetch', (address: string, { body, signal }: RequestInit) => {
    asked.push({ address, body: typeof body === 'string' ? JSON.parse(body) : null })
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      answer().then(resolve, reject)
    })
  })
})

const saying = (data: Notifications) => async () => new Response(JSON.stringify({ success: true, data }))
const { queryKey } = notificationQueries.latest()
const shown = () => client.getQueryData(notificationQueries.latest().queryKey)
const show = (data: Notifications) => client.setQueryData(notificationQueries.latest().queryKey, data)
const markRead = () => new MutationObserver(client, markNotificationsRead(client)).mutate()

describe('marking all as read', () => {
  it('tells the server of the newest one listed, and shows what it answers', async () => {
    show(before)
    answer = saying(after)
    await markRead()
    expect(asked).toEqual([{ address: '/api/notifications/read', body: { upTo: NEWEST } }])
    expect(shown()).toEqual(after)
  })

  it('shows nothing as unread before the server has answered', async () => {
    show(before)
    let isAnswered = () => {}
    answer = () =>
      new Promise((resolve) => {
        isAnswered = () => saying(after)().then(resolve)
      })
    const marking = markRead()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(shown()?.unread).toBe(0)
    expect(shown()?.items.map(({ unread }) => unread)).toEqual([false, false])
    isAnswered()
    await marking
  })

  it('brings the unread back when the server could not be told', async () => {
    show(before)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(markRead()).rejects.toMatchObject({ kind: 'network' })
    expect(shown()).toEqual(before)
  })

  it('is not undone by an answer that was asked for before', async () => {
    show(before)
    let isAnswered = () => {}
    answer = () =>
      new Promise((resolve) => {
        isAnswered = () => saying(before)().then(resolve)
      })
    const polling = client.fetchQuery(notificationQueries.latest()).catch((reason: unknown) => reason)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    answer = saying(after)
    await markRead()
    isAnswered()
    await polling
    expect(shown()).toEqual(after)
  })

  it('asks nothing while nothing is listed', async () => {
    await markRead()
    show({ unread: 0, items: [] })
    await markRead()
    expect(asked).toEqual([])
  })
})

it('nobody is shown what another staff member was told', () => {
  show(before)
  store.set(startSessionAtom, { user: { ...user, id: 'musa' }, token: 'token-of-musa' })
  expect(shown()).toBeUndefined()
  expect(notificationQueries.latest().queryKey).not.toEqual(queryKey)
})
