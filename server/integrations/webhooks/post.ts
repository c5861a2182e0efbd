import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { DeliveryError } from '../../../contract/webhooks.ts'
import { isAllowedUrl, type NamedHosts } from './addresses.ts'
import { type Address, createReach, type Resolve, resolveHost } from './reach.ts'

/** An answer's status, or why there was none. */
export type Posted = { status: number; error: null } | { status: null; error: DeliveryError }

export type Post = (
  to: { url: string; headers: Record<string, string>; body: string },
  stopping: AbortSignal,
) => Promise<Posted>

type Options = {
  named: NamedHosts
  /** For tests: a resolver with false answers. */
  resolve?: Resolve
  /** Time limit of an attempt, in milliseconds, from the name to the head of the answer. */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Limit of the unread body of an answer: so much is taken before the connection is cut. */
const BODY_BYTES = 16 * 1024
const HEADER_BYTES = 16 * 1024

/**
 * Sends one POST to an address that an admin has entered. The name is resolved once, every address that it has must be
 * allowed, and the connection goes to the first of them, with the name for TLS and `Host`; redirects are answers like
 * others. So no name can lead into the clinic's own network.
 * @throws when `stopping` is aborted
 */
export function createPost({ named, resolve = resolveHost, timeoutMs = TIMEOUT_MS }: Options): Post {
  const reach = createReach({ named, resolve })
  return async (to, stopping) => {
    const url = new URL(to.url)
    if (!isAllowedUrl(url, named)) return failed('address_refused')
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([timeout, stopping])
    try {
      const found = await reach(url, signal)
      if (typeof found === 'string') return failed(found)
      return { status: await send(url, found, to, signal), error: null }
    } catch (error) {
      if (stopping.aborted) throw error
      return failed(timeout.aborted ? 'too_slow' : errorOf(error))
    }
  }
}

const failed = (error: DeliveryError): Posted => ({ status: null, error })

/** The status of the answer, as soon as its head is here. */
function send(
  url: URL,
  { address, family }: Address,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<number> {
  const only: LookupFunction = (_, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family)
  return new Promise((answered, refused) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // No connection is shared with other addresses, nor any proxy of the environment.
      agent: false,
      lookup: only,
      maxHeaderSize: HEADER_BYTES,
      signal,
    })
    request.on('error', refused)
    request.on('response', (response) => {
      let left = BODY_BYTES
      response.on('error', () => {})
      response.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) request.destroy()
      })
      answered(response.statusCode ?? 0)
    })
    request.end(body)
  })
}

function errorOf(error: unknown): DeliveryError {
  const code = String((error as { code?: unknown }).code ?? '')
  if (code.startsWith('EAI_')) return 'unknown_host'
  return /CERT|SIGNATURE|ERR_SSL|ERR_TLS/.test(code) ? 'certificate' : 'unreachable'
}
