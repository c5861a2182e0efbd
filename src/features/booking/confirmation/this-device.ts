import type { Device } from './retry.ts'

/** The browser's own device. */
export const thisDevice: Device = {
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  chance: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer)
        removeEventListener('online', over)
        signal.removeEventListener('abort', over)
        resolve()
      }
      const timer = setTimeout(over, ms)
      addEventListener('online', over)
      signal.addEventListener('abort', over)
      if (signal.aborted) over()
    }),
}
