import { beforeEach, expect, it, vi } from 'vitest'
import { DEVICE, newDevice, openTab, PIN, SLOW, type Tab } from './tablet.fixture.ts'

vi.setConfig(SLOW)

let tab: Tab
beforeEach(async () => {
  newDevice()
  tab = await openTab()
})

it('a registered browser is a locked tablet, also after a restart', async () => {
  expect([tab.isTablet(), await tab.thisTablet()]).toEqual([false, null])
  await tab.setUpTablet(DEVICE, PIN)
  for (const each of [tab, await openTab()]) {
    expect([each.isTablet(), each.isUnlocked(), await each.thisTablet()]).toEqual([true, false, DEVICE])
  }
})

it('a tablet that is set up again has other keys, and pages under the former ones are deleted', async () => {
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

it('a tablet that is given up deletes its mark and its pages', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  await tab.keep('Ada Obi')
  await tab.forgetTablet()
  expect([tab.isTablet(), await tab.readTablet(), await tab.pagesOwner()]).toEqual([false, null, null])
  await expect(tab.tabletKey()).rejects.toThrow('no reception tablet')
})

it('a tablet whose database was lost is one no more', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  await tab.writeAnything(undefined)
  expect([await tab.thisTablet(), tab.isTablet()]).toEqual([null, false])
})

it('a tablet’s private key opens with its own PIN alone; its public key is no secret', async () => {
  await tab.setUpTablet(DEVICE, PIN)
  const [here, later] = [await tab.tabletKey(), await (await openTab()).tabletKey()]
  expect(here?.id).toBe(later?.id)
  expect(here?.publicKey).toHaveLength(65)
  await tab.setUpTablet(DEVICE, '112233')
  expect((await tab.tabletKey())?.id).not.toBe(here?.id)
})
