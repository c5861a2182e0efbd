import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { doctorQueries } from '../api/doctors.ts'
import { serviceQueries } from '../api/services.ts'
import { PUBLIC_LISTS_KEY, storePublicLists } from './public-lists.ts'

const DAY_MS = 86_400_000
const services = [{ id: 'tooth-pain', name: 'Tooth Pain', tariff: null }]
const doctors = [{ id: 'fct-okafor', name: 'Dr. Amaka Okafor', department: 'General Dentistry' }]
const listOf = serviceQueries.list('fct', 'consultation').queryKey
const doctorsOf = doctorQueries.list('fct').queryKey

beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-03-04T08:00:00Z') }))
afterEach(() => void vi.useRealTimers())

function storage(): Storage & { text: () => string } {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
    text: () => [...kept].flat().join(' '),
  }
}

async function page(device: Storage | undefined) {
  const client = new QueryClient()
  await storePublicLists(client, device)
  const arrives = async <T>(
    options: { queryKey: readonly unknown[]; meta?: Record<string, unknown> },
    data: T,
  ) => {
    await client.fetchQuery({ ...options, queryFn: async () => data })
    await vi.runOnlyPendingTimersAsync()
  }
  return { client, arrives }
}

it('the lists of the last visit are there at the next one, with the age they have', async () => {
  const device = storage()
  const before = await page(device)
  await before.arrives(serviceQueries.list('fct', 'consultation'), services)
  await before.arrives(doctorQueries.list('fct'), doctors)
  const since = before.client.getQueryState(listOf)?.dataUpdatedAt
  vi.advanceTimersByTime(DAY_MS)

  const { client } = await page(device)
  expect(client.getQueryData(listOf)).toEqual(services)
  expect(client.getQueryData(doctorsOf)).toEqual(doctors)
  expect(client.getQueryState(listOf)).toMatchObject({ dataUpdatedAt: since, status: 'success' })
})

it('other lists are not stored, whatever their name or contents', async () => {
  const device = storage()
  const { arrives } = await page(device)
  await arrives({ queryKey: ['appointments'], meta: { keep: 'public' } }, [{ name: 'Ada Obi' }])
  await arrives({ queryKey: ['doctors', 'of Ada Obi'] }, doctors)
  await arrives(serviceQueries.list('fct', 'consultation'), services)
  expect(device.length).toBe(1)
  expect(device.text()).toContain('Tooth Pain')
  expect(device.text()).not.toContain('Ada')
})

it('a list that cannot be fetched again stays the last good one, also beside one that can', async () => {
  const device = storage()
  const { client, arrives } = await page(device)
  await arrives(serviceQueries.list('fct', 'consultation'), services)
  const failing = { ...serviceQueries.list('fct', 'consultation'), staleTime: 0, retry: false }
  const queryFn = () => Promise.reject(new Error('offline'))
  await expect(client.fetchQuery({ ...failing, queryFn })).rejects.toThrow('offline')
  await arrives(doctorQueries.list('fct'), doctors)

  const next = await page(device)
  expect(next.client.getQueryState(listOf)).toMatchObject({ data: services, status: 'success', error: null })
})

it('a sign-out, which empties the store, leaves them on the device', async () => {
  const device = storage()
  const { client, arrives } = await page(device)
  await arrives(serviceQueries.list('fct', 'consultation'), services)
  client.clear()
  await vi.runOnlyPendingTimersAsync()
  expect((await page(device)).client.getQueryData(listOf)).toEqual(services)
})

it('a list is forgotten 30 days after it came, though others came since', async () => {
  const device = storage()
  const first = await page(device)
  await first.arrives(serviceQueries.list('fct', 'consultation'), services)
  vi.advanceTimersByTime(20 * DAY_MS)
  const second = await page(device)
  await second.arrives(doctorQueries.list('fct'), doctors)
  vi.advanceTimersByTime(10 * DAY_MS)

  const { client } = await page(device)
  expect(client.getQueryData(listOf)).toBeUndefined()
  expect(client.getQueryData(doctorsOf)).toEqual(doctors)
})

it.each([
  {
    what: 'another build',
    spoil: (text: string) => text.replace(/"buster":"[^"]*"/, '"buster":"/assets/old.js"'),
  },
  { what: 'somebody else', spoil: () => 'no JSON' },
  { what: 'another shape', spoil: (text: string) => text.replace('"name"', '"title"') },
])('a list written by $what is not trusted and does no harm', async ({ spoil }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const device = storage()
  const { arrives } = await page(device)
  await arrives(serviceQueries.list('fct', 'consultation'), services)
  device.setItem(PUBLIC_LISTS_KEY, spoil(device.getItem(PUBLIC_LISTS_KEY) ?? ''))

  const { client } = await page(device)
  expect(client.getQueryCache().getAll()).toEqual([])
})

it('without storage, or with one that refuses, the page works all the same', async () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const refusing = { ...storage(), getItem: refuse, setItem: refuse, removeItem: refuse }
  for (const device of [undefined, refusing]) {
    const { client, arrives } = await page(device)
    await arrives(serviceQueries.list('fct', 'consultation'), services)
    expect(client.getQueryData(listOf)).toEqual(services)
  }
})
