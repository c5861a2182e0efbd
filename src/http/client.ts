import * as v from 'valibot'
import { apiBaseUrl, portalToken } from '../build.ts'
import { noteServerTime } from '../clock.ts'
import { ApiError } from './api-error.ts'

/** Needed since a half-open connection never errors by itself. */
export const LIST_TIMEOUT_MS = 10_000
export const CHANGE_TIMEOUT_MS = 20_000

// Looser than the contract on purpose: a page of yesterday must read the codes of tomorrow's server.
const Failure = v.object({
  message: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
  errors: v.fallback(v.optional(v.record(v.string(), v.string())), undefined),
  data: v.optional(v.unknown()),
})

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's base address, with a leading slash. */
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** The bearer; by default the portal's. */
  token?: string
  timeoutMs: number
  signal?: AbortSignal
  /** The same call, made before the app was there. Where it failed it is made again. */
  made?: Promise<Response>
}

/** @throws ApiError for every failure; the abort reason when `signal` ended the call */
export async function call<const S extends v.GenericSchema>(
  schema: S,
  options: Call,
): Promise<v.InferOutput<S>> {
  const { status, ok, json, retryAfter } = await exchange(options)
  if (!ok) throw failureOf(status, json, retryAfter)
  const answer = v.safeParse(schema, json)
  if (!answer.success) throw new ApiError('http', { status })
  return answer.output
}

/**
 * @param json the parsed body, if any
 * @param retryAfter the Retry-After header, of which seconds are understood
 */
export function failureOf(status: number, json: unknown, retryAfter: string | null = null): ApiError {
  const failure = v.safeParse(Failure, json)
  const retryAfterMs = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : undefined
  return new ApiError('http', { status, retryAfterMs, ...(failure.success ? failure.output : {}) })
}

async function exchange(options: Call) {
  const { method, path, body, headers, token = portalToken, timeoutMs, signal, made } = options
  // AbortSignal.any would be shorter, but phones of a few years ago lack it.
  const controller = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, timeoutMs)
  const passOn = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', passOn)
  try {
    const ask = () =>
      fetch(`${apiBaseUrl}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: controller.signal,
      })
    const response = await (made?.catch(ask) ?? ask())
    noteServerTime(response.headers.get('date'))
    const text = await response.text()
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, ok: response.ok, json: parseJson(text), retryAfter }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(timedOut ? 'timeout' : 'network')
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', passOn)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
