import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { DeliveryError } from '../../contract/webhooks.ts'
import { isAllowedUrl, isNamed, isPublic, type NamedHosts } from './addresses.ts'

type Address = { address: string; family: number }

/** An answer's status, or why there was none. */
export type Posted = { status: number; error: null } | { status: null; error: DeliveryError }

export type Post = (
  to: { url: string; headers: Record<string, string>; body: string },
  stopping: AbortSignal,
) => Promise<Posted>

type Options = {
  named: NamedHosts
  /** For tests: a resolver that lies. */
  resolve?: (host: string) => Promise<Address[]>
  /** Of one try, in milliseconds, from the name to the head of the answer. */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Of an answer's body, which nobody reads: so much is taken before the connection is cut. */
const BODY_BYTES = 16 * 1024
const HEADER_BYTES = 16 * 1024

// One after the other: look-ups share few threads, and connections to the database need one.
let last: Promise<unknown> = Promise.resolve()
function resolveAll(host: string): Promise<Address[]> {
  const mine = last.then(() => lookup(host, { all: true }))
  last = mine.catch(() => {})
  return mine
}

/**
 * Sends one POST to an address that an admin has entered. The name is resolved once, every address that it has must be
 * allowed, and the connection goes to the first of them, with the name for TLS and `Host`; redirects are answers like
 * others. So no name can lead into the clinic's own network.
 * @throws when `stopping` is aborted
 */
export function createPost({ named, resolve = resolveAll, timeoutMs = TIMEOUT_MS }: Options): Post {
  return async (to, stopping) => {
    const url = new URL(to.url)
    if (!isAllowedUrl(url, named)) return failed('address_refused')
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([timeout, stopping])
    try {
      const found = await within(signal, resolve(url.hostname.replace(/^\[|\]$/g, '')))
      const [first] = found
      if (first === undefined) return failed('unknown_host')
      if (!isNamed(url, named) && !found.every(({ address }) => isPublic(address))) {
        return failed('address_refused')
      }
      return { status: await send(url, first, to, signal), error: null }
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

/** The resolver can't be stopped, but nobody has to wait for it. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  late.catch(() => {})
  return Promise.race([work, late])
}

function errorOf(error: unknown): DeliveryError {
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown_host'
  return /CERT|SIGNATURE|ERR_SSL|ERR_TLS/.test(code) ? 'certificate' : 'unreachable'
}
