import type { QueryFunctionContext } from '@tanstack/react-query'

/** How a query asks: its call ends when nobody waits for it any more, and says so when nobody has asked for it. */
export type Asking = { signal: AbortSignal; unattended: boolean }

/** What has been asked before is asked again by the page itself: since something has happened, or time has passed. */
export function askingOf({ client, queryKey, signal }: QueryFunctionContext): Asking {
  const state = client.getQueryState(queryKey)
  return { signal, unattended: state !== undefined && state.dataUpdateCount + state.errorUpdateCount > 0 }
}
