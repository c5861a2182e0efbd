import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks again and again until the answer is yes.
 * @param withinMs how long to ask, in milliseconds
 * @returns false when the time was over first
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 20,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() >= deadline) return false
    await delay(everyMs)
  }
  return true
}
