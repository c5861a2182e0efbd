/** Timeout in milliseconds on a page that is never idle; the delay where the browser has no idle callback. */
const AT_LATEST_MS = 2_000

export function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, AT_LATEST_MS)
  else requestIdleCallback(act, { timeout: AT_LATEST_MS })
}
