import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Starts a process so that `answerMemory` in it can clear rubbish away. */
export const MEASURABLE = { execArgv: ['--expose-gc'] }

/** How a process is. */
export type Health = {
  /** Resident memory. */
  megabytes: number
  /** What its objects take, buffers included: once rubbish is cleared away, what it cannot do without. */
  objectMegabytes: number
  /** Processor time since its start, user's and system's. */
  processorSeconds: number
  /** How late its event loop was since last asked: 99 %, in milliseconds. */
  lateMs: number
}

/** In a measured process: says, when asked, how it is; once rubbish is cleared away, or just as it is. */
export function answerMemory(): void {
  const lateness = monitorEventLoopDelay({ resolution: 10 })
  process.on('message', (asked) => {
    if (asked === 'cleared') globalThis.gc?.()
    // Only from the first question on: a hundred looks a second are more than an idle process does itself.
    lateness.enable()
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const health: Health = {
      megabytes: rss / 1024 ** 2,
      objectMegabytes: (heapUsed + external) / 1024 ** 2,
      processorSeconds: (user + system) / 1e6,
      // The histogram counts the time between two looks, which are 10 ms apart.
      lateMs: Math.max(0, lateness.percentile(99) / 1e6 - 10),
    }
    lateness.reset()
    process.send?.(health)
  })
}

/** How a process is that was started so. `cleared`: what it cannot do without; `as it is`: what the machine sees. */
export async function healthOf(child: ChildProcess, how: 'cleared' | 'as it is'): Promise<Health> {
  child.send(how)
  const [health] = (await once(child, 'message')) as [Health]
  return health
}

/** A process over a time: resident memory in megabytes, as it is and never cleared by us. */
export type Course = {
  start: number
  end: number
  most: number
  /** Megabytes per minute, of the straight line through all samples of the second half. */
  slope: number
  /** Worst of the samples, each the 99 % of its 5 seconds, in milliseconds. */
  lateMs: number
}

const EVERY_MS = 5_000

/** Watches processes every 5 seconds until told to stop. */
export function watchHealth(children: readonly ChildProcess[]): { stop(): Promise<Course[]> } {
  const samples: Health[][] = children.map(() => [])
  const look = async () => {
    await Promise.all(children.map(async (child, at) => samples[at]?.push(await healthOf(child, 'as it is'))))
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = look()
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await look()
      return samples.map(courseOf)
    },
  }
}

function courseOf(samples: readonly Health[]): Course {
  const megabytes = samples.map((sample) => sample.megabytes)
  const later = megabytes.slice(Math.floor(megabytes.length / 2))
  return {
    start: megabytes[0] ?? Number.NaN,
    end: megabytes.at(-1) ?? Number.NaN,
    most: Math.max(...megabytes),
    slope: slopeOf(later) * (60_000 / EVERY_MS),
    lateMs: Math.max(...samples.slice(1).map((sample) => sample.lateMs)),
  }
}

/** Of the line of least squares through values that are one apart. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let above = 0
  let below = 0
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean)
    below += (at - middle) ** 2
  }
  return below === 0 ? 0 : above / below
}
