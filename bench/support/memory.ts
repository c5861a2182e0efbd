import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Starts a process so that `answerMemory` in it works. */
export const MEASURABLE = { execArgv: ['--expose-gc'] }

/** In a measured process: says, when asked, what memory it holds once rubbish is cleared away. */
export function answerMemory(): void {
  process.on('message', () => {
    globalThis.gc?.()
    process.send?.({ resident: process.memoryUsage.rss() })
  })
}

/** Resident memory of a process that was started so, in megabytes. */
export async function residentMegabytes(child: ChildProcess): Promise<number> {
  child.send('memory')
  const [{ resident }] = (await once(child, 'message')) as [{ resident: number }]
  return resident / 1024 ** 2
}
