import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  barsAtom,
  clearStatusAtom,
  closeAtom,
  notifyAtom,
  type OfChange,
  statusAtom,
  toastsAtom,
} from './messages.ts'

// The specification's own numbers (section 9), not the code's: a changed constant must fail here.
const TOAST_MS = 3_000
const STATUS_MS = 10_000

const open = () => {
  const store = createStore()
  return {
    notify: (text: string, ofChange?: OfChange) => store.set(notifyAtom, 'error', text, ofChange),
    close: () => store.set(closeAtom),
    mountBar: () => store.set(barsAtom, 1),
    unmountBar: () => store.set(barsAtom, -1),
    clear: () => store.set(clearStatusAtom),
    status: () => store.get(statusAtom)?.text,
    toasts: () => store.get(toastsAtom).map((toast) => toast.text),
  }
}

describe('a message', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is shown as a status and as a toast', () => {
    const page = open()
    page.notify('Login error!')
    expect(page.status()).toBe('Login error!')
    expect(page.toasts()).toEqual(['Login error!'])
  })

  it('leaves the corner after 3 seconds and the page after 10', () => {
    const page = open()
    page.notify('Login error!')
    vi.advanceTimersByTime(TOAST_MS - 1)
    expect(page.toasts()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(page.toasts()).toEqual([])
    vi.advanceTimersByTime(STATUS_MS - TOAST_MS - 1)
    expect(page.status()).toBe('Login error!')
    vi.advanceTimersByTime(1)
    expect(page.status()).toBeUndefined()
  })

  it('has its full time although an older one is going', () => {
    const page = open()
    page.notify('first')
    vi.advanceTimersByTime(STATUS_MS - 1_000)
    page.notify('second')
    vi.advanceTimersByTime(2_000)
    expect(page.status()).toBe('second')
    expect(page.toasts()).toEqual(['second'])
  })

  it('said twice is one toast with a new three seconds', () => {
    const page = open()
    page.notify('again')
    vi.advanceTimersByTime(2_000)
    page.notify('again')
    vi.advanceTimersByTime(2_000)
    expect(page.toasts()).toEqual(['again'])
  })

  it('can be taken off the page at once', () => {
    const page = open()
    page.notify('gone')
    page.clear()
    expect(page.status()).toBeUndefined()
  })

  it('about a change stays until it is closed or the next change, and is no status of the page', () => {
    const page = open()
    page.mountBar()
    page.notify('first change', { undo: () => {} })
    page.notify('second change', {})
    page.notify('something else')
    expect(page.toasts()).toEqual(['second change', 'something else'])
    expect(page.status()).toBe('something else')
    vi.advanceTimersByTime(STATUS_MS)
    expect(page.toasts()).toEqual(['second change'])
    page.close()
    expect(page.toasts()).toEqual([])
  })

  it('about a change is a toast of 3 seconds on a page without a bar, and no status there either', () => {
    const page = open()
    page.notify('Booked Halima Umar', { undo: () => {}, stays: true })
    expect(page.toasts()).toEqual(['Booked Halima Umar'])
    expect(page.status()).toBeUndefined()
    vi.advanceTimersByTime(TOAST_MS)
    expect(page.toasts()).toEqual([])
  })

  it('about a change goes with the last bar of the page, others stay', () => {
    const page = open()
    page.mountBar()
    page.mountBar()
    page.notify('Booked Halima Umar', { stays: true })
    page.notify('something else')
    page.unmountBar()
    expect(page.toasts()).toEqual(['Booked Halima Umar', 'something else'])
    page.unmountBar()
    expect(page.toasts()).toEqual(['something else'])
  })
})
