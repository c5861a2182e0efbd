import type { MiddlewareHandler } from 'hono'
import type { PageSources } from '../../../build/build-info.ts'

/** The hash of an empty text: Emotion adds empty style tags and fills them through CSSOM. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/**
 * Browsers neither show nor run answers of calls, so their policy says no more than that: on a slow line each 50 bytes
 * are a millisecond. The few pages that the API writes bring their own.
 */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'"

const NO_SOURCES: PageSources = { styleHashes: [], scriptHashes: [] }

/**
 * Headers for every answer, including errors: nothing runs, no framing. Files of the page have `fileHeaders` on top.
 * @param options.https whether patients reach this server over TLS; adds Strict-Transport-Security
 */
export function securityHeaders({ https }: { https: boolean }): MiddlewareHandler {
  const headers = Object.entries({
    'Content-Security-Policy': ANSWER_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  })
  return async (c, next) => {
    // Before the answer is made: changing a finished one would copy it at every call.
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}

/**
 * Headers of a hashed file, on top of those of every answer. It is no document, so that browsers follow no policy of it but that of
 * a worker's script; and on a slow line each 50 bytes are a millisecond, for each of a dozen files.
 */
export const hashedFileHeaders = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
}

/**
 * Headers of a file of the page, on top of those of every answer: scripts from this origin only, a page's own inline blocks by their
 * hashes. A worker's script is held by the policy that it comes with.
 * @param apiBaseUrl base URL of the API; another origin is added to the policy
 * @param sources of a page; a file that is no page has none
 */
export function fileHeaders(
  apiBaseUrl: string,
  { styleHashes, scriptHashes }: PageSources = NO_SOURCES,
): Record<string, string> {
  const api = URL.parse(apiBaseUrl)?.origin
  const quoted = (hashes: readonly string[]) => [...new Set(hashes)].map((hash) => ` '${hash}'`).join('')
  const policy = [
    // Objects and fonts too: there are none.
    "default-src 'none'",
    `script-src 'self'${quoted(scriptHashes)}`,
    `style-src 'self'${quoted([EMPTY_STYLE, ...styleHashes])}`,
    "img-src 'self' data:",
    `connect-src 'self'${api ? ` ${api}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Only these two policies may turn text into markup or script addresses
    // (docs/decisions/018-trusted-types.md).
    "require-trusted-types-for 'script'",
    'trusted-types worker default',
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}
