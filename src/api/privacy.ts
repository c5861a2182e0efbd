import { type Privacy, PrivacyAnswer } from '../../contract/privacy.ts'
import { call, LIST_TIMEOUT_MS } from '../http/client.ts'

/** Controller of the patients' data, and retention periods. @throws ApiError */
export async function fetchPrivacy(signal: AbortSignal): Promise<Privacy> {
  const { data } = await call(PrivacyAnswer, {
    method: 'GET',
    path: '/privacy',
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}
