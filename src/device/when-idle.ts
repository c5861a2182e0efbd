/** A page that is never idle does it after so many milliseconds; where the browser does not tell, it is waited that long. */
const AT_LATEST_MS = 2_000

/** Does something when the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, AT_LATEST_MS)
  else requestIdleCallback(act, { timeout: AT_LATEST_MS })
}
