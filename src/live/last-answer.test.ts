import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { appointmentQueries } from '../api/appointments-list.ts'
import { blockerQueries } from '../api/blockers.ts'
import { notificationQueries } from '../api/notifications.ts'
import { ApiError } from '../http/api-error.ts'
import { forgetSessionAtom, startReadingAtom } from '../session/session-atoms.ts'
import { signedInAs } from '../session/signed-in.fixture.ts'
import { store } from '../store.ts'
import { watchAnswers } from './last-answer.ts'
import { freshnessAtom, hasStreamAtom, lastAnswerAtom } from './live-state.ts'

const client = new QueryClient()
watchAnswers(client)
const key = (name: string) => [...appointmentQueries.lists(), name]
const answered = (name: string, answer: () => Promise<unknown>, queryKey: readonly string[] = key(name)) =>
  client.fetchQuery({ queryKey, queryFn: answer, retry: false }).catch(() => {})
const failing = (error: Error) => () => Promise.reject(error)

beforeEach(() => {
  client.clear()
  store.set(lastAnswerAtom, 'good')
  store.set(hasStreamAtom, true)
})

it.each([
  ['no answer', new ApiError('network'), 'offline'],
  ['an answer that does not come', new ApiError('timeout'), 'offline'],
  ['a database that is away', new ApiError('http', { status: 503 }), 'polled'],
  ['a mistake of ours', new TypeError('undefined'), 'polled'],
  ['a question that is refused', new ApiError('http', { status: 400 }), 'live'],
])('the list is called live after %s only if it is', async (_, error, freshness) => {
  await answered('a', failing(error))
  expect(store.get(freshnessAtom)).toBe(freshness)
  await answered('b', async () => ({ data: [] }))
  expect(store.get(freshnessAtom)).toBe('live')
})

it('a row put in by the page counts as no answer', async () => {
  await answered('a', failing(new ApiError('network')))
  client.setQueryData(key('a'), { data: [] })
  expect(store.get(freshnessAtom)).toBe('offline')
})

it.each([
  ['lists of appointments', key('a'), 'offline'],
  ['the blockers', blockerQueries.stored(), 'offline'],
  ['the bell', notificationQueries.all(), 'offline'],
  ['details', [...appointmentQueries.all(), 'details'], 'live'],
  ['what a blocker would do', [...blockerQueries.all(), 'preview'], 'live'],
] as const)('the state is judged by repeated queries: %s', async (_, queryKey, freshness) => {
  await answered('a', failing(new ApiError('network')), queryKey)
  expect(store.get(freshnessAtom)).toBe(freshness)
})

it('a reader without a session sees cached data, whatever is answered', async () => {
  store.set(startReadingAtom, signedInAs('ada').user)
  expect(store.get(freshnessAtom)).toBe('offline')
  store.set(forgetSessionAtom)
  expect(store.get(freshnessAtom)).toBe('live')
})

it('without a stream the state is polled at best', () => {
  store.set(hasStreamAtom, false)
  expect(store.get(freshnessAtom)).toBe('polled')
})
