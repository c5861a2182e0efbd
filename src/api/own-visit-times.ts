import { VISIT_BEARER } from '../../contract/link-tokens.ts'
import { type OwnVisitDay, OwnVisitTimesAnswer } from '../../contract/own-visit-calls.ts'
import { call, LIST_TIMEOUT_MS } from '../http/client.ts'

/** Days from one to another, 'YYYY-MM-DD' in clinic time, with the times it could be moved to. @throws ApiError */
export async function fetchOwnVisitTimes(
  token: string,
  days: { from: string; to: string },
  signal: AbortSignal,
): Promise<OwnVisitDay[]> {
  const { data } = await call(OwnVisitTimesAnswer, {
    method: 'GET',
    path: `/visit/times?${new URLSearchParams(days)}`,
    token: VISIT_BEARER + token,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}
