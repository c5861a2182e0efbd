import { noAnswer } from './sms-failure.ts'

export type Asked = {
  url: string
  headers: Record<string, string>
  /** Sent as application/x-www-form-urlencoded in UTF-8, as both gateways want it. */
  form: Record<string, string>
  timeoutMs: number
}

/**
 * One POST to a gateway. It follows no redirect: the key goes nowhere but where it was set for.
 * @returns the status, and the answer as an object; an empty one where it was no JSON
 * @throws {SmsNotSent} when there was no answer in time
 */
export async function askGateway({ url, headers, form, timeoutMs }: Asked) {
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
