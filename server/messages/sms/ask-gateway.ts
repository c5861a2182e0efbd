import { noAnswer } from './sms-failure.ts'

export type GatewayRequest = {
  url: string
  headers: Record<string, string>
  /** Both gateways want application/x-www-form-urlencoded in UTF-8. */
  form: Record<string, string>
  timeoutMs: number
}

/**
 * Sends one POST to a gateway. Follows no redirect, which could leak the key.
 * @returns the status, and the answer as an object; empty when it was not JSON
 * @throws {SmsNotSent} when no answer came in time
 */
export async function askGateway({ url, headers, form, timeoutMs }: GatewayRequest) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json', ...headers },
      body: new URLSearchParams(form),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, answer: objectFrom(await response.text()) }
  } catch (error) {
    throw noAnswer(error)
  }
}

function objectFrom(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
