import type { MiddlewareHandler } from 'hono'

/** Emotion adds empty style tags and fills them through CSSOM; this is the hash of their text, which is empty. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

export type SecurityOptions = {
  /** Content-Security-Policy sources of the style blocks in prerendered pages, without quotes. */
  styleHashes: readonly string[]
  /** Whether patients reach this server over TLS: then their browsers are told to insist on it. */
  https: boolean
  /** Where the page calls the API; its origin is allowed when it is another one. */
  apiBaseUrl?: string
}

/** Headers for every answer of the server, pages, calls and errors alike: scripts from here only, in no one's frame. */
export function securityHeaders(options: SecurityOptions): MiddlewareHandler {
  const headers = Object.entries(headersFor(options))
  return async (c, next) => {
    // Before the answer is made: changing a finished one would make a second of it, at every call.
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}

/** The same for whoever keeps a page, and its headers with it: all but the one that depends on who serves it. */
export const pageHeaders = (options: Omit<SecurityOptions, 'https'>) =>
  headersFor({ ...options, https: false })

function headersFor({ styleHashes, https, apiBaseUrl = '' }: SecurityOptions): Record<string, string> {
  const api = URL.parse(apiBaseUrl)?.origin
  const styles = [EMPTY_STYLE, ...styleHashes].map((hash) => `'${hash}'`).join(' ')
  const policy = [
    "default-src 'none'",
    // Said by itself too, though the line above has it: some checkers look for the words.
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${api ? ` ${api}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup or a script's address, but by these two (docs/decisions/018-trusted-types.md).
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
