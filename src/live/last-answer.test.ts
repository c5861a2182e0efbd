import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { appointmentQueries } from '../api/appointments-list.ts'
import { store } from '../session/store.ts'
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
])('after %s the list is not called live unless it is', async (_, error, freshness) => {
  await answered('a', failing(error))
  expect(store.get(freshnessAtom)).toBe(freshness)
  await answered('b', async () => ({ data: [] }))
  expect(store.get(freshnessAtom)).toBe('live')
})

it('takes what the page has put there for no answer', async () => {
  await answered('a', failing(new ApiError('network')))
  client.setQueryData(key('a'), { data: [] })
  expect(store.get(freshnessAtom)).toBe('offline')
})

it('judges by lists of appointments alone', async () => {
  await answered('details', failing(new ApiError('network')), [...appointmentQueries.all(), 'details'])
  await answered('blockers', failing(new ApiError('network')), ['blockers'])
  expect(store.get(freshnessAtom)).toBe('live')
})

it('without a stream there are answers at best', () => {
  store.set(hasStreamAtom, false)
  expect(store.get(freshnessAtom)).toBe('polled')
})
