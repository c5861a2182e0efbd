import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeTabletMark, setTabletMark } from '../../device/tablet/mark.ts'
import { newDevice } from '../../device/tablet/tablet.fixture.ts'
import type { Contact } from './contact.ts'
import { watchTablet } from './watch.ts'

let page: EventTarget & { visibilityState: string }
let asked: number
let refreshed: number
/** Ends the question that is on its way. */
let answered = async (_said?: Contact) => {}
let stop = () => {}

function ask(): Promise<Contact> {
  asked++
  return new Promise((resolve) => {
    answered = async (said: Contact = 'told') => {
      resolve(said)
      // Behind all that hangs on the answer.
      await new Promise((next) => setTimeout(next))
    }
  })
}

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  newDevice()
  setTabletMark('set_up')
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const browser = new EventTarget()
  vi.stubGlobal('document', page)
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, browser[name].bind(browser))
  }
  asked = 0
  refreshed = 0
  stop = watchTablet(ask, async () => void refreshed++)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

it('the tablet contacts the server at the start, every minute, when the connection is back and when it is shown again', async () => {
  expect(asked).toBe(1)
  await answered()
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(2)
  await answered()
  dispatchEvent(new Event('online'))
  expect(asked).toBe(3)
  await answered()
  show('hidden')
  vi.advanceTimersByTime(600_000)
  expect(asked).toBe(3)
  show('visible')
  expect(asked).toBe(4)
})

it('the tablet makes one contact at a time', async () => {
  vi.advanceTimersByTime(60_000)
  dispatchEvent(new Event('online'))
  expect(asked).toBe(1)
})

it('the tablet goes on after a failed contact', async () => {
  stop()
  stop = watchTablet(() => ask().then(() => Promise.reject(new Error('The storage is away.'))))
  await answered()
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(3)
})

it('after five wrong PINs the tablet still reports them', async () => {
  setTabletMark('locked_out')
  await answered()
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(2)
})

it('the tablet makes no contact once it is stopped or is no tablet', async () => {
  await answered()
  removeTabletMark()
  vi.advanceTimersByTime(60_000)
  setTabletMark('set_up')
  stop()
  vi.advanceTimersByTime(60_000)
  dispatchEvent(new Event('online'))
  expect(asked).toBe(1)
})

it('the tablet refreshes after the server’s answer, and only while it is a tablet', async () => {
  expect(refreshed).toBe(0)
  await answered('unreachable')
  vi.advanceTimersByTime(60_000)
  expect(refreshed).toBe(0)
  await answered('told')
  expect(refreshed).toBe(1)
  vi.advanceTimersByTime(60_000)
  removeTabletMark()
  await answered('told')
  expect([asked, refreshed]).toEqual([3, 1])
})
