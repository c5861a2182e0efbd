import type { Pool } from 'undici'
import * as v from 'valibot'
import { Failure } from '../../contract/envelope.ts'
import type { Ledger } from './ledger.ts'
import { PATIENCE } from './options.ts'
import type { Service } from './service.ts'

/** Milliseconds; longer than the server's timeouts, shorter than the page's 20 s. */
const HANGS_AFTER_MS = 15_000 * PATIENCE

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: object
}

/** `code` is that of the envelope; null when the connection broke. */
export type Asked = { status: number; code: string | null; json: unknown } | null

export type RequestContext = { http: Pool; service: Pick<Service, 'wasDown'>; ledger: Ledger }

/**
 * Sends one request and records the outcome in the ledger. Problems are: no answer in time, a connection
 * broken while the process lived, an answer that is not JSON, a 5xx that is not 503 or lacks the envelope.
 * @returns null when the connection broke, or there was no answer
 */
export async function ask({ http, service, ledger }: RequestContext, request: Request): Promise<Asked> {
  const { method, path, headers, body } = request
  const startedAt = performance.now()
  const note = (outcome: 'good' | 'unavailable' | 'cut', status = 0) =>
    ledger.note({ path, startedAt, endedAt: performance.now(), outcome, status })
  try {
    const response = await http.request({
      method,
      path,
      headers: { authorization: 'Bearer portal', 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
    })
    const text = await response.body.text()
    const status = response.statusCode
    const json = parsed(text)
    const failure = v.is(Failure, json) ? json : null
    if (status === 503 && failure) {
      note('unavailable')
      return { status, code: failure.code, json }
    }
    if (status >= 500 || json === undefined || (status >= 400 && !failure)) {
      note('unavailable')
      // Answers of a proxy while the process is down.
      if ((status === 502 || status === 503) && service.wasDown(startedAt)) return null
      ledger.problem(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`)
    } else note('good', status)
    return { status, code: failure?.code ?? null, json }
  } catch (error) {
    note('cut')
    const { name, code } = error as Error & { code?: string }
    if (!service.wasDown(startedAt)) {
      ledger.problem(`${method} ${path} was not answered: ${name} ${code ?? ''}`)
    }
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
