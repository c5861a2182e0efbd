import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const SAMPLE_MS = 2_000
/** Above this share of all cores something else is at work: an idle machine of two cores has 1 to 3 %. */
const BUSY = 0.1

function spent(): { busy: number; all: number } {
  const sums = { busy: 0, all: 0 }
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, each) => sum + each, 0)
    sums.all += all
    sums.busy += all - times.idle
  }
  return sums
}

/**
 * Waits until nothing else is at work on this machine.
 * @returns whether it is quiet by then
 */
export async function untilQuiet(withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs
  do {
    const before = spent()
    await delay(SAMPLE_MS)
    const after = spent()
    if ((after.busy - before.busy) / Math.max(1, after.all - before.all) < BUSY) return true
  } while (performance.now() < end)
  return false
}
