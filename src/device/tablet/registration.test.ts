import { beforeEach, expect, it, vi } from 'vitest'
import type { Seal } from '../seal.ts'
import { DEVICE, newDevice, openTab, PIN, SLOW, type Tab } from './tablet.fixture.ts'

vi.setConfig(SLOW)

let tab: Tab
beforeEach(async () => {
  newDevice()
  tab = await openTab()
})

it('makes this browser a tablet, locked, which it still is after a restart', async () => {
  expect([tab.isTablet(), await tab.thisTablet()]).toEqual([false, null])
  await tab.setUpTablet(DEVICE, PIN)
  for (const each of [tab, await openTab()]) {
    expect([each.isTablet(), each.isUnlocked(), await each.thisTablet()]).toEqual([true, false, DEVICE])
  }
})

it('set up anew it has other keys: what was kept under the former ones is deleted', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  await tab.keep('Ada Obi')
  await tab.setUpTablet({ ...DEVICE, id: 'another' }, '112 233')
  expect([await tab.pagesOwner(), (await tab.thisTablet())?.id]).toEqual([null, 'another'])
  expect(await tab.unlock(PIN)).toMatchObject({ outcome: 'wrong' })
  expect(await tab.unlock('112233')).toEqual({ outcome: 'unlocked' })
})

it.each(['', '12345', '1234 5', '12345a', '1'.repeat(21)])('%j is no PIN', async (pin) => {
  await expect(tab.setUpTablet(DEVICE, pin)).rejects.toThrow(RangeError)
  expect(tab.isTablet()).toBe(false)
})

it('forgets that it is one, and what it keeps', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  await tab.keep('Ada Obi')
  await tab.forgetTablet()
  expect([tab.isTablet(), await tab.readTablet(), await tab.pagesOwner()]).toEqual([false, null, null])
  await expect(tab.tabletSeal()).rejects.toThrow('no reception tablet')
})

it('whose database was lost is a tablet no more', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  await tab.writeAnything(undefined)
  expect([await tab.thisTablet(), tab.isTablet()]).toEqual([null, false])
})

/** As texts, since buffers of any content are alike to `toEqual`. */
const sealedBy = async (of: Seal) => {
  const { bytes, key } = await of.seal('Ada Obi')
  return { bytes: String(new Uint8Array(bytes)), key: String(new Uint8Array(key!)) }
}

it('each load of the page seals with a key of its own', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  const seals = [await tab.tabletSeal(), await (await openTab()).tabletSeal()] as const
  const [first, second, later] = [
    await sealedBy(seals[0]),
    await sealedBy(seals[0]),
    await sealedBy(seals[1]),
  ]
  expect(first.key).toBe(second.key)
  expect(first.bytes).not.toBe(second.bytes)
  expect(later.key).not.toBe(first.key)
})

it('after a lock another key seals, since the former one was in memory', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  const seal = await tab.tabletSeal()
  const before = await sealedBy(seal)
  tab.lock()
  expect((await sealedBy(seal)).key).not.toBe(before.key)
})
