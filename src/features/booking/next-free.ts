import type { NextFree } from '../../../contract/availability.ts'
import { apiBaseUrl, portalToken } from '../../build.ts'

const DATE = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:\d\d$/

/**
 * The first free time of a location, for a visit of the usual length with any doctor; the browser keeps it for a minute.
 * Without the client of all other calls, which the first load has not: what is not there in time is left out.
 * @returns undefined: not known
 */
export async function fetchNextFree(location: string, signal: AbortSignal): Promise<NextFree | undefined> {
  try {
    const answer = await fetch(`${apiBaseUrl}/availability/next?${new URLSearchParams({ location })}`, {
      headers: { Authorization: `Bearer ${portalToken}` },
      signal,
    })
    const { success, data } = await answer.json()
    if (success !== true) return undefined
    return data === null || (DATE.test(data?.date) && TIME.test(data?.time)) ? data : undefined
  } catch {
    return undefined
  }
}
