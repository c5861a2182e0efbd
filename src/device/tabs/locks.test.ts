import { afterEach, expect, it, vi } from 'vitest'
import { holders, holdLock, onceFree } from './locks.ts'

let test = 0
const name = () => `lock ${test}`
const gives: (() => void)[] = []
const hold = (mode?: LockMode) => gives[gives.push(holdLock(name(), () => () => {}, mode)) - 1]
afterEach(() => {
  for (const give of gives.splice(0)) give()
  vi.unstubAllGlobals()
  test += 1
})
const heldBy = (tabs: number) => vi.waitFor(async () => expect(await holders(name())).toBe(tabs))

it('a lock is held until the tab releases it', async () => {
  const give = hold()
  await heldBy(1)
  give?.()
  await heldBy(0)
})

it('a shared lock is held by several tabs, and free when the last one releases it', async () => {
  const [first, second] = [hold('shared'), hold('shared')]
  await heldBy(2)
  const then = vi.fn()
  onceFree(name(), 5_000, then)
  first?.()
  await heldBy(1)
  expect(then).not.toHaveBeenCalled()
  second?.()
  await vi.waitFor(() => expect(then).toHaveBeenCalledOnce())
})

it('a tab waits for a free lock no longer than its limit', async () => {
  hold()
  await heldBy(1)
  const then = vi.fn()
  const request = vi.spyOn(navigator.locks, 'request')
  onceFree(name(), 1, then)
  await expect(request.mock.results[0]?.value).rejects.toThrow()
  expect(then).not.toHaveBeenCalled()
  request.mockRestore()
})

it('without Web Locks each tab holds the lock at once', async () => {
  vi.stubGlobal('navigator', {})
  const end = vi.fn()
  const then = vi.fn()
  const give = holdLock(name(), () => end)
  onceFree(name(), 1, then)
  expect(then).toHaveBeenCalledOnce()
  expect(await holders(name())).toBeUndefined()
  give()
  expect(end).toHaveBeenCalledOnce()
})
