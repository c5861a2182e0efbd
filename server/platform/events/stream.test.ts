import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { BEAT, changes, eventStream } from './stream.ts'
import { watch } from './watch.fixture.ts'

const many = changes(Array.from({ length: 1_000 }, (_, id) => ({ type: 'blocker' as const, id: String(id) })))

/** With a stub of Node's response that records whether it was destroyed. */
function start({ writableNeedDrain = false } = {}) {
  const answer = { writableNeedDrain, destroyed: 0, destroy: () => answer.destroyed++ }
  let gone = 0
  const stream = eventStream('hash', answer, () => gone++)
  return { stream, answer, reader: stream.body.getReader(), gone: () => gone }
}

describe('an event stream', () => {
  it('ends in order once everything has been read', async () => {
    const { stream, answer, reader, gone } = start()
    stream.send(BEAT)
    expect((await reader.read()).value).toBe(BEAT)
    stream.end()
    expect((await reader.read()).done).toBe(true)
    expect([answer.destroyed, gone()]).toEqual([0, 1])
  })

  it('is cut off at its end when something is unread, in it or in the response below', () => {
    const unread = start()
    unread.stream.send(BEAT)
    unread.stream.end()
    expect([unread.answer.destroyed, unread.gone()]).toEqual([1, 1])
    const full = start({ writableNeedDrain: true })
    full.stream.end()
    expect([full.answer.destroyed, full.gone()]).toEqual([1, 1])
  })

  it('buffers at most 256 KiB for a reader, and nothing more after that', () => {
    const { stream, answer, gone } = start()
    let sent = 0
    for (let i = 0; i < 100 && gone() === 0; i++) {
      stream.send(many)
      sent += many.byteLength
    }
    expect(sent - many.byteLength).toBeLessThanOrEqual(256 * 1024)
    stream.send(many)
    stream.end()
    expect([answer.destroyed, gone()]).toEqual([1, 1])
  })
})

describe('at a heartbeat', () => {
  // Fake timers, so that a slow machine is not mistaken for a stalled reader.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('a reader who has not read the last one is cut off; the others go on', async () => {
    await using clinic = await startClinic({ events: { beatMs: 20 } })
    const { bearer } = await clinic.signedIn()
    const deaf = await watch(clinic.app, bearer)
    const other = await watch(clinic.app, bearer)
    for (let beat = 0; beat < 3; beat++) {
      vi.advanceTimersByTime(20)
      expect(await other.next()).toMatchObject({ event: 'beat' })
    }
    await expect(deaf.end()).rejects.toThrow('cut off')
    await other.leave()
  })
})
