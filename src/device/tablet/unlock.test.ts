import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DEVICE, keysOfPin, newDevice, OWNER, openTab, PIN, SLOW, type Tab, WRONG } from './tablet.fixture.ts'

vi.setConfig(SLOW)

let tab: Tab
beforeEach(async () => {
  newDevice()
  tab = await openTab()
  await tab.setUp(await keysOfPin())
  await tab.keep('Ada Obi, 10:30')
})

describe('the PIN', () => {
  it('opens what was sealed without it', async () => {
    expect(await tab.reads()).toBeNull()
    expect(await tab.unlock(PIN)).toEqual({ outcome: 'unlocked' })
    expect(await tab.reads()).toBe('Ada Obi, 10:30')
  })

  it('is asked for again after a restart, and opens what was sealed before it', async () => {
    await tab.unlock(PIN)
    tab = await openTab()
    expect([tab.isTablet(), tab.isUnlocked(), await tab.reads()]).toEqual([true, false, null])
    await tab.unlock(PIN)
    expect(await tab.reads()).toBe('Ada Obi, 10:30')
  })

  it('is needed again after locking, in every tab', async () => {
    const other = await openTab()
    await tab.unlock(PIN)
    await other.unlock(PIN)
    const heard = new Promise<void>((resolve) => other.onLock(resolve))
    tab.lock()
    await heard
    expect([tab.isUnlocked(), other.isUnlocked()]).toEqual([false, false])
    expect([await tab.reads(), await other.reads()]).toEqual([null, null])
  })

  it('leaves a private key that no script can read out', async () => {
    const { openPrivateKey } = await import('./keys.ts')
    const key = await openPrivateKey(await keysOfPin(), PIN)
    await expect(crypto.subtle.exportKey('pkcs8', key!)).rejects.toThrow('not extractable')
    await expect(crypto.subtle.exportKey('raw', (await keysOfPin()).deviceKey)).rejects.toThrow()
  })
})

describe('a wrong PIN', () => {
  it('opens nothing, and says how many tries are left', async () => {
    expect(await tab.unlock(WRONG)).toEqual({ outcome: 'wrong', triesLeft: 4 })
    expect(await tab.unlock(WRONG)).toEqual({ outcome: 'wrong', triesLeft: 3 })
    expect([tab.isUnlocked(), await tab.reads(), await tab.triesLeft()]).toEqual([false, null, 3])
  })

  it('is counted before it is tried, so that killing the app brings no further try', async () => {
    const unfinished = tab.unlock(WRONG)
    await vi.waitFor(async () => expect(await tab.triesLeft()).toBe(4))
    tab = await openTab()
    expect(await tab.unlock(WRONG)).toEqual({ outcome: 'wrong', triesLeft: 3 })
    await unfinished
  })

  it('no longer counts after a right one', async () => {
    await tab.setUp(await keysOfPin(), 4)
    expect(await tab.unlock(PIN)).toEqual({ outcome: 'unlocked' })
    expect(await tab.triesLeft()).toBe(5)
  })

  it('is one of five for all tabs together', async () => {
    const tabs = [tab, await openTab()]
    const outcomes = await Promise.all([1, 2, 3].flatMap(() => tabs.map((each) => each.unlock(WRONG))))
    const wrong = outcomes.filter(({ outcome }) => outcome === 'wrong')
    expect(wrong.map((each) => 'triesLeft' in each && each.triesLeft).sort()).toEqual([1, 2, 3, 4])
    expect(outcomes.filter(({ outcome }) => outcome === 'deleted')).toHaveLength(2)
  })
})

describe('the fifth wrong PIN', () => {
  it('deletes the keys and the pages, and keeps what the server has to be told', async () => {
    for (let i = 0; i < 4; i++) await tab.unlock(WRONG)
    expect(await tab.pagesOwner()).toBe(OWNER)
    expect(await tab.unlock(WRONG)).toEqual({ outcome: 'deleted' })
    expect(await tab.readTablet()).toEqual({ state: 'locked_out', device: DEVICE })
    expect([await tab.pagesOwner(), await tab.thisTablet(), tab.isTablet()]).toEqual([null, null, false])
    expect(tab.tabletMark()).toBe('locked_out')
  })

  it('is followed by no right one', async () => {
    await tab.setUp(await keysOfPin(), 4)
    await tab.unlock(WRONG)
    expect([await tab.unlock(PIN), await tab.triesLeft()]).toEqual([{ outcome: 'deleted' }, 0])
  })

  it('locks the tab that is reading', async () => {
    const other = await openTab()
    await tab.unlock(PIN)
    await tab.setUp(await keysOfPin(), 4)
    const heard = new Promise<void>((resolve) => tab.onLock(resolve))
    await other.unlock(WRONG)
    await heard
    expect(tab.isUnlocked()).toBe(false)
  })

  it('deletes them at the next try where the app was killed during it', async () => {
    await tab.setUp(await keysOfPin(), 5)
    expect(await tab.unlock(PIN)).toEqual({ outcome: 'deleted' })
    expect(await tab.pagesOwner()).toBeNull()
  })
})

describe('the people of a tablet', () => {
  const BOLA = { id: 'bola', name: 'Bola' }
  const theirs = async () => {
    const { unlock } = await import('./unlock.ts')
    return { unlock: (pin: string) => unlock(BOLA.id, pin), people: await tab.tabletPeople() }
  }
  beforeEach(() => tab.setUpTablet(DEVICE, '571926', BOLA))

  it('have a PIN each, which opens nothing of the others', async () => {
    await tab.keep('Ada Obi, 10:30')
    const { unlock, people } = await theirs()
    expect(people).toEqual([{ id: OWNER, name: 'Ada' }, BOLA])
    expect(await tab.unlock('571926')).toEqual({ outcome: 'wrong', triesLeft: 4 })
    expect(await unlock('571926')).toEqual({ outcome: 'unlocked' })
    expect(await tab.reads()).toBeNull()
    expect(await tab.unlock(PIN)).toEqual({ outcome: 'unlocked' })
    expect(await tab.reads()).toBe('Ada Obi, 10:30')
  })

  it('lose what is theirs after five wrong ones, and nobody else does', async () => {
    await tab.keep('Ada Obi, 10:30')
    const { unlock } = await theirs()
    for (const triesLeft of [4, 3, 2, 1]) expect(await unlock(WRONG)).toEqual({ outcome: 'wrong', triesLeft })
    expect(await unlock(WRONG)).toEqual({ outcome: 'deleted' })
    expect((await theirs()).people).toEqual([{ id: OWNER, name: 'Ada' }])
    expect([tab.isTablet(), await tab.pagesOwner()]).toEqual([true, OWNER])
    await tab.unlock(PIN)
    expect(await tab.reads()).toBe('Ada Obi, 10:30')
  })

  it('go when the server takes their PIN no more, with what is kept for them', async () => {
    const { keepPeople } = await import('./registration.ts')
    await tab.keep('Ada Obi, 10:30')
    await keepPeople([OWNER])
    expect([(await theirs()).people, await tab.pagesOwner()]).toEqual([[{ id: OWNER, name: 'Ada' }], OWNER])
    await keepPeople([])
    expect([(await theirs()).people, await tab.pagesOwner()]).toEqual([[], null])
    expect(tab.isTablet()).toBe(true)
  })
})

describe('a record that was tampered with', () => {
  it.each(['bytes', 'salt', 'pinIv', 'deviceIv'] as const)('opens with no PIN: other %s', async (part) => {
    const keys = await keysOfPin()
    const other = new Uint8Array(keys.wrapped[part].slice(0))
    other[0]! ^= 1
    const changed = part === 'bytes' ? other.buffer : other
    await tab.setUp({ ...keys, wrapped: { ...keys.wrapped, [part]: changed } })
    expect(await tab.unlock(PIN)).toEqual({ outcome: 'wrong', triesLeft: 4 })
  })

  it.each([
    ['without the key of the device', (keys: object) => ({ ...keys, deviceKey: undefined })],
    ['without the wrapped key', (keys: object) => ({ ...keys, wrapped: undefined })],
  ])('is no tablet any more: %s', async (_, without) => {
    const keys = without(await keysOfPin())
    const people = [{ id: OWNER, name: 'Ada', keys, tries: 0 }]
    await tab.writeAnything({ state: 'set_up', device: DEVICE, people })
    expect(await tab.unlock(PIN)).toEqual({ outcome: 'deleted' })
    expect([tab.tabletMark(), await tab.pagesOwner()]).toEqual([null, null])
  })
})
