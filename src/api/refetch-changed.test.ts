import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepSessionAtom } from '../session/session-atoms.ts'
import { signedInAs } from '../session/signed-in.fixture.ts'
import { store } from '../store.ts'
import { blockerQueries } from './blockers.ts'
import { putRow } from './cached-rows.ts'
import { deviceQueries } from './devices.ts'
import { refetchChanged } from './refetch-changed.ts'
import { staffQueries } from './staff.ts'

/** The lists that somebody changes, and what makes each of them true again. */
const LISTS = [
  {
    list: 'blockers',
    query: blockerQueries.list('ada', { type: '', page: 1 }),
    key: blockerQueries.stored(),
  },
  { list: 'staff', query: staffQueries.list('ada', 1), key: staffQueries.all() },
  { list: 'tablets', query: deviceQueries.list('ada', 1), key: deviceQueries.all() },
]

type Row = { id: string; version: number }
let client: QueryClient
/** Answers the calls of a list in the order in which they were made. */
let calls: ((rows: Row[]) => void)[]

/** A list whose calls are answered by hand. */
const byHand = ({ queryKey }: { queryKey: readonly unknown[] }) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    new Promise<{ data: Row[] }>((resolve, reject) => {
      calls.push((data) => resolve({ data }))
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
})
const was = [{ id: 'a', version: 1 }]
const is = [{ id: 'a', version: 2 }]

beforeEach(() => {
  calls = []
  client = new QueryClient()
  store.set(keepSessionAtom, signedInAs('ada'))
})

describe.each(LISTS)('an answer of the $list that was asked for before an own change', ({ query, key }) => {
  const shown = () => client.getQueryData<{ data: Row[] }>(query.queryKey)?.data
  const look = () => new QueryObserver(client, byHand(query)).subscribe(() => {})

  it('does not overwrite it, when it is the first one', async () => {
    look()
    const done = refetchChanged(client, key)
    calls[0]?.(was)
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    expect(shown()).toBeUndefined()
    calls[1]?.(is)
    await done
    expect(shown()).toEqual(is)
  })

  it('does not overwrite it, when a former one is shown', async () => {
    look()
    calls[0]?.(was)
    await vi.waitFor(() => expect(shown()).toEqual(was))
    void client.refetchQueries({ queryKey: key })
    const done = refetchChanged(client, key)
    calls[1]?.(was)
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    calls[2]?.(is)
    await done
    expect(shown()).toEqual(is)
  })

  it('does not count as fresh, where nobody looks', async () => {
    const leave = look()
    calls[0]?.(was)
    await vi.waitFor(() => expect(shown()).toEqual(was))
    leave()
    void client.prefetchQuery(byHand(query))
    await refetchChanged(client, key)
    calls[1]?.(was)
    expect(client.getQueryState(query.queryKey)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
  })
})

it('a changed row stays until the new answer is there', async () => {
  const query = LISTS[0]!.query
  const stop = new QueryObserver(client, byHand(query)).subscribe(() => {})
  calls[0]?.(was)
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)).toEqual({ data: was }))
  void client.refetchQueries({ queryKey: query.queryKey })
  putRow(client, blockerQueries.stored(), is[0]!)
  void refetchChanged(client, blockerQueries.stored())
  calls[1]?.(was)
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(client.getQueryData(query.queryKey)).toEqual({ data: is })
  stop()
})
