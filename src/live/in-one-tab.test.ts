import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inOneTab } from './in-one-tab.ts'

/** A tab, as far as it can be seen; what it does is written down. */
class Tab extends EventTarget {
  visibilityState = 'visible'
  turns = 0
  isAtIt = false
  stop: () => void
  constructor(name: string) {
    super()
    vi.stubGlobal('document', this)
    this.stop = inOneTab(name, () => {
      this.turns += 1
      this.isAtIt = true
      return () => {
        this.isAtIt = false
      }
    })
  }
  show(isSeen: boolean) {
    vi.stubGlobal('document', this)
    this.visibilityState = isSeen ? 'visible' : 'hidden'
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let test = 0
let tabs: Tab[]
beforeEach(() => {
  test += 1
  tabs = []
})
afterEach(() => {
  for (const tab of tabs) tab.stop()
  vi.unstubAllGlobals()
})
function open(): Tab {
  const tab = new Tab(`ahead ${test}`)
  tabs.push(tab)
  return tab
}
const atIt = (...which: boolean[]) =>
  vi.waitFor(() => expect(tabs.map(({ isAtIt }) => isAtIt)).toEqual(which))

it('one of two tabs that are seen is at it', async () => {
  open()
  open()
  await atIt(true, false)
})

it('the work moves to the visible tab, and back', async () => {
  const first = open()
  await atIt(true)
  first.show(false)
  await atIt(false)
  const second = open()
  await atIt(false, true)
  second.show(false)
  first.show(true)
  await atIt(true, false)
  expect(first.turns).toBe(2)
})

it('the work moves on when its tab ends it', async () => {
  const first = open()
  await atIt(true)
  open()
  first.stop()
  await atIt(false, true)
})

it('a tab that left while it waited never begins', async () => {
  const [first, second] = [open(), open()]
  await atIt(true, false)
  second.stop()
  first.stop()
  open()
  await atIt(false, false, true)
  expect(second.turns).toBe(0)
})

it('without Web Locks each visible tab works', () => {
  vi.stubGlobal('navigator', {})
  const [first, second] = [open(), open()]
  expect([first.isAtIt, second.isAtIt]).toEqual([true, true])
  first.show(false)
  expect([first.isAtIt, second.isAtIt]).toEqual([false, true])
})
