import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchForRest } from './at-rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(isTyping = () => false) {
  const page = new EventTarget()
  const atRest = watchForRest(page, isTyping, new AbortController().signal)
  let isAtRest = false
  return {
    ask: () =>
      void atRest().then(() => {
        isAtRest = true
      }),
    tell: (type: string) => page.dispatchEvent(new Event(type)),
    isAtRest: async (ms = 1_000) => {
      await vi.advanceTimersByTimeAsync(ms)
      return isAtRest
    },
  }
}

it('is at rest when nothing is pressed', async () => {
  const { ask, isAtRest } = watch()
  ask()
  expect(await isAtRest(0)).toBe(true)
})

it.each([
  ['a press', 'pointerdown', 'pointerup'],
  ['a press that becomes a scroll', 'pointerdown', 'pointercancel'],
  ['a key', 'keydown', 'keyup'],
  ['a key that is held in another window', 'keydown', 'blur'],
  ['a letter in the making', 'compositionstart', 'compositionend'],
])('waits for the end of %s', async (_, begin, end) => {
  const { ask, tell, isAtRest } = watch()
  tell(begin)
  ask()
  expect(await isAtRest()).toBe(false)
  tell(end)
  expect(await isAtRest()).toBe(true)
})

it('lets the click of a tap come first', async () => {
  const { ask, tell, isAtRest } = watch()
  tell('pointerdown')
  ask()
  tell('pointerup')
  expect(await isAtRest(0)).toBe(false)
})

it('waits while somebody writes a text', async () => {
  let isTyping = true
  const { ask, tell, isAtRest } = watch(() => isTyping)
  ask()
  expect(await isAtRest()).toBe(false)
  isTyping = false
  tell('focusout')
  expect(await isAtRest()).toBe(true)
})
