import { setTimeout as delay } from 'node:timers/promises'

/** Polls a condition. @param withinMs deadline, in milliseconds @returns false after the deadline */
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
