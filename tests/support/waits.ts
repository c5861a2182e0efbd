import { appendFileSync } from 'node:fs'

/** Milliseconds that a test waits for what must come: only a fault takes longer, however busy the machine is. */
export const WAIT_MS = 60_000

/** Milliseconds of a wait that needs no cause. */
const SHORT_MS = 5_000

/** Appends a wait of more than 5 s to the file that the variable WAITS_LOG names. */
export function logWait(milliseconds: number, test: string, step: string): void {
  const file = process.env.WAITS_LOG
  if (file && milliseconds > SHORT_MS)
    appendFileSync(file, `${(milliseconds / 1000).toFixed(1)} s\t${test}\t${step}\n`)
}
