import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const NOON = Date.parse('2026-03-02T12:00:00Z')
const DAY_MS = 86_400_000

describe('the clock', () => {
  const stored = new Map<string, string>()

  beforeEach(() => {
    vi.resetModules()
    stored.clear()
    vi.useFakeTimers({ now: NOON })
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const start = () => import('./clock.ts')
  const said = (ms: number) => new Date(ms).toUTCString()

  it.each([
    { what: 'a device that is right', server: NOON, now: NOON },
    { what: 'the way of an answer, which is no error', server: NOON - 90_000, now: NOON },
    { what: 'a device that is a day ahead', server: NOON - DAY_MS, now: NOON - DAY_MS },
    { what: 'a device that is a day behind', server: NOON + DAY_MS, now: NOON + DAY_MS },
  ])('knows the time on $what', async ({ server, now }) => {
    const { clock, noteServerTime } = await start()
    noteServerTime(said(server))
    expect(clock.now().getTime()).toBe(now)
  })

  it.each([null, '', 'soon'])('goes by the device where an answer says %j', async (date) => {
    const { clock, noteServerTime } = await start()
    noteServerTime(date)
    expect(clock.now().getTime()).toBe(NOON)
  })

  it('knows it after a restart without a connection too, and forgets it when the device was set right', async () => {
    const first = await start()
    first.noteServerTime(said(NOON + DAY_MS))
    vi.resetModules()
    const { clock, noteServerTime } = await start()
    expect(clock.now().getTime()).toBe(NOON + DAY_MS)
    vi.setSystemTime(NOON + DAY_MS)
    noteServerTime(said(NOON + DAY_MS))
    expect(clock.now().getTime()).toBe(NOON + DAY_MS)
    expect(stored.size).toBe(0)
  })

  it('turns what the device has noted into true time and back', async () => {
    const { deviceTime, noteServerTime, trueTime } = await start()
    noteServerTime(said(NOON + DAY_MS))
    expect(trueTime(NOON)).toBe(NOON + DAY_MS)
    expect(deviceTime(trueTime(NOON))).toBe(NOON)
  })

  it('does without storage', async () => {
    vi.stubGlobal('localStorage', undefined)
    const { clock, noteServerTime } = await start()
    noteServerTime(said(NOON + DAY_MS))
    expect(clock.now().getTime()).toBe(NOON + DAY_MS)
  })
})
