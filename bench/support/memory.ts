import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Starts a process so that `answerMemory` in it can clear rubbish away. */
export const MEASURABLE = { execArgv: ['--expose-gc'] }

/** What a process holds, in megabytes. */
export type Memory = {
  resident: number
  /** Its objects, buffers included: once rubbish is cleared away, what it cannot do without. */
  objects: number
}

/** In a measured process: says, when asked, what it holds; once rubbish is cleared away, or just as it is. */
export function answerMemory(): void {
  process.on('message', (asked) => {
    if (asked === 'cleared') globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    const memory: Memory = { resident: rss / 1024 ** 2, objects: (heapUsed + external) / 1024 ** 2 }
    process.send?.(memory)
  })
}

/** What a process holds that was started so. `cleared`: what it cannot do without; `as it is`: what the machine sees. */
export async function memoryOf(child: ChildProcess, how: 'cleared' | 'as it is'): Promise<Memory> {
  child.send(how)
  const [memory] = (await once(child, 'message')) as [Memory]
  return memory
}

const EVERY_MS = 5_000

/** Looks at processes every 5 seconds until told to stop. @returns the most that one of them held, as it was */
export function watchMemory(children: readonly ChildProcess[]): { stop(): Promise<number> } {
  let most = 0
  const look = async () => {
    const all = await Promise.all(children.map((child) => memoryOf(child, 'as it is')))
    most = Math.max(most, ...all.map(({ resident }) => resident))
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
      return most
    },
  }
}
