import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { store } from '../store.ts'
import { hasStreamAtom, lastAnswerAtom } from './live-state.ts'
import { pollWithoutStream } from './polling.ts'

let asked: number
let page: { visibilityState: string }
let stop: () => void
let network: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = { visibilityState: 'visible' }
  network = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  store.set(hasStreamAtom, false)
  store.set(lastAnswerAtom, 'good')
  asked = 0
  stop = pollWithoutStream(() => {
    asked += 1
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const askedAfter = (ms: number) => {
  const before = asked
  vi.advanceTimersByTime(ms)
  return asked - before
}

it('the server is polled every 30 s while there is no stream', () => {
  expect([askedAfter(29_999), askedAfter(1), askedAfter(60_000)]).toEqual([0, 1, 2])
})

it('the server is polled every 5 minutes, to be safe, while there is a stream', () => {
  store.set(hasStreamAtom, true)
  expect([askedAfter(299_999), askedAfter(1), askedAfter(600_000)]).toEqual([0, 1, 2])
})

it('the server is polled soon after the stream is lost, unless it is back by then', () => {
  store.set(hasStreamAtom, true)
  store.set(hasStreamAtom, false)
  expect(askedAfter(1_999)).toBe(0)
  store.set(hasStreamAtom, true)
  expect(askedAfter(30_000)).toBe(0)
  store.set(hasStreamAtom, false)
  expect([askedAfter(2_000), askedAfter(30_000)]).toEqual([1, 1])
})

it('polling goes on while answers fail, stream or not', () => {
  store.set(hasStreamAtom, true)
  store.set(lastAnswerAtom, 'failing')
  expect([askedAfter(2_000), askedAfter(30_000)]).toEqual([1, 1])
})

it('polling pauses in a hidden tab', () => {
  page.visibilityState = 'hidden'
  expect(askedAfter(120_000)).toBe(0)
})

it.each(['online', 'offline'])(
  'the server is polled at once when the browser goes %s, and never after the end',
  (name) => {
    network.dispatchEvent(new Event(name))
    stop()
    network.dispatchEvent(new Event(name))
    expect(askedAfter(60_000)).toBe(0)
    expect(asked).toBe(1)
  },
)
