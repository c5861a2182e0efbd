import type { MiddlewareHandler } from 'hono'

/** The hash of an empty text: Emotion adds empty style tags and fills them through CSSOM. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

export type SecurityOptions = {
  /** CSP hashes of the style blocks in prerendered pages, without quotes. */
  styleHashes: readonly string[]
  /** CSP hashes of the only inline scripts in the pages (docs/decisions/026-an-import-map.md, 027-a-frame-before-the-app.md). */
  scriptHashes: readonly string[]
  /** Whether patients reach this server over TLS; adds Strict-Transport-Security. */
  https: boolean
  /** Base URL of the API; another origin is added to the policy. */
  apiBaseUrl?: string
}

/** Headers for every answer, including errors: scripts from this origin only, no framing. */
export function securityHeaders(options: SecurityOptions): MiddlewareHandler {
  const headers = Object.entries(headersFor(options))
  return async (c, next) => {
    // Before the answer is made: changing a finished one would copy it at every call.
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}

/** For pages cached with their headers: leaves out the one that depends on who serves it. */
export const pageHeaders = (options: Omit<SecurityOptions, 'https'>) =>
  headersFor({ ...options, https: false })

function headersFor({
  styleHashes,
  scriptHashes,
  https,
  apiBaseUrl = '',
}: SecurityOptions): Record<string, string> {
  const api = URL.parse(apiBaseUrl)?.origin
  const quoted = (hashes: readonly string[]) => [...new Set(hashes)].map((hash) => ` '${hash}'`).join('')
  const policy = [
    "default-src 'none'",
    // The line above covers it, but some checkers look for it by name.
    "object-src 'none'",
    `script-src 'self'${quoted(scriptHashes)}`,
    `style-src 'self'${quoted([EMPTY_STYLE, ...styleHashes])}`,
    "img-src 'self' data:",
    "font-src 'self'",
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
    'X-Content-Type-Options': 'nosniff',
    // For browsers that are too old for frame-ancestors.
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=(), fullscreen=(self)',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
