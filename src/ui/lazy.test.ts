import { expect, it } from 'vitest'
import { lazyModule } from './lazy.tsx'

it('a lazy module fails repeatedly from the second failure in a row on, until it is loaded', async () => {
  let isConnected = false
  const part = lazyModule(async () => {
    if (!isConnected) throw new TypeError('Failed to fetch')
    return 'the part'
  })
  await expect(part.load()).rejects.toThrow()
  expect(part.failsRepeatedly()).toBe(false)
  await expect(part.load()).rejects.toThrow()
  expect(part.failsRepeatedly()).toBe(true)
  isConnected = true
  expect(await part.load()).toBe('the part')
  expect(part.failsRepeatedly()).toBe(false)
  expect(part.loaded()).toBe('the part')
})
