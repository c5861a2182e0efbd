import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notifications } from '../../contract/notifications.ts'
import { keepSessionAtom } from '../session/session-atoms.ts'
import { signedInAs } from '../session/signed-in.fixture.ts'
import { store } from '../store.ts'
import { markNotificationsRead, notificationQueries } from './notifications.ts'

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

/** Calls to the server, and its answers. */
let asked: { address: string; body: unknown }[]
let answer: () => Promise<Response>
let client: QueryClient

beforeEach(() => {
  asked = []
  client = new QueryClient()
  store.set(keepSessionAtom, signedInAs('ada'))
  vi.stubGlobal('fetch', (address: string, { body, signal }: RequestInit) => {
    asked.push({ address, body: typeof body === 'string' ? JSON.parse(body) : null })
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      answer().then(resolve, reject)
    })
  })
})

const saying = (data: Notifications) => async () => new Response(JSON.stringify({ success: true, data }))
const latest = notificationQueries.latest('ada')
const shown = () => client.getQueryData(latest.queryKey)
const show = (data: Notifications) => client.setQueryData(latest.queryKey, data)
const markRead = () => new MutationObserver(client, markNotificationsRead(client, 'ada')).mutate()

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
    const polling = client.fetchQuery(latest).catch((reason: unknown) => reason)
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

it('a staff member never sees the notifications of another', () => {
  show(before)
  expect(client.getQueryData(notificationQueries.latest('musa').queryKey)).toBeUndefined()
})

it('the bell is asked for again without prolonging the session', async () => {
  const said: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    said.push(new Headers(headers).get('x-unattended'))
    return new Response(JSON.stringify({ success: true, data: before }))
  })
  await client.fetchQuery(latest)
  await client.fetchQuery(latest)
  expect(said).toEqual([null, '1'])
})
