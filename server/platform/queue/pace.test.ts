import { describe, expect, it } from 'vitest'
import { createPace, type Urgency } from './pace.ts'

/** A pace with a clock by hand. */
function paced() {
  let now = 0
  const timers: { at: number; then: () => void }[] = []
  const pace = createPace({ clock: () => now, wait: (ms, then) => void timers.push({ at: now + ms, then }) })
  const went: string[] = []
  return {
    pace,
    went,
    async send(name: string, urgency: Urgency = 'change') {
      void pace.turn(urgency).then(() => went.push(name))
      await Promise.resolve()
    },
    /** @returns how many went meanwhile */
    async on(ms: number): Promise<number> {
      const before = went.length
      const end = now + ms
      for (;;) {
        timers.sort((one, other) => one.at - other.at)
        const [next] = timers
        if (!next || next.at > end) break
        timers.shift()
        now = next.at
        next.then()
        await Promise.resolve()
      }
      now = end
      await Promise.resolve()
      return went.length - before
    },
  }
}

describe('a queue of messages', () => {
  it('is sent at once while there are no bookings', async () => {
    const { send, went } = paced()
    for (let n = 0; n < 500; n++) await send(`${n}`)
    expect(went).toHaveLength(500)
  })

  it('is sent evenly, 45 a second, beside bookings', async () => {
    const { pace, send, on } = paced()
    const beside = async (ms: number) => {
      pace.noteBooking()
      return on(ms)
    }
    pace.noteBooking()
    for (let n = 0; n < 200; n++) await send(`${n}`)
    const each = [
      await beside(100),
      await beside(100),
      await beside(100),
      await beside(100),
      await beside(100),
    ]
    for (const went of each) expect(Math.abs(went - 4.5)).toBeLessThanOrEqual(1)
    expect(each.reduce((sum, went) => sum + went)).toBeGreaterThanOrEqual(22)
  })

  it('is sent at once a second after the last booking', async () => {
    const { pace, send, on, went } = paced()
    pace.noteBooking()
    for (let n = 0; n < 500; n++) await send(`${n}`)
    await on(999)
    expect(went.length).toBeLessThan(60)
    await on(30)
    expect(went).toHaveLength(500)
  })

  it('puts change notices before earlier reminders', async () => {
    const { pace, send, on, went } = paced()
    pace.noteBooking()
    for (let n = 0; n < 10; n++) await send('reminder', 'reminder')
    const before = went.length
    await send('change')
    await on(300)
    expect(before).toBeLessThan(10)
    expect(went.slice(before, before + 2)).toEqual(['change', 'reminder'])
  })
})
