import { gzipSync } from 'node:zlib'
import type { Context, TypedResponse } from 'hono'

/** Under this size compressing costs more than it saves. */
const COMPRESS_FROM_BYTES = 1024

/**
 * A successful answer that may be long, compressed when the caller takes gzip: patients' lines are slow.
 * It is true now and not for caches.
 */
export function listAnswer<T>(
  c: Context,
  data: T,
): Response & TypedResponse<{ success: true; data: T }, 200> {
  const text = JSON.stringify({ success: true, data })
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
  }
  const isLong = text.length >= COMPRESS_FROM_BYTES && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isLong) return c.body(text, 200, headers) as never
  return c.body(gzipSync(text, { level: 4 }), 200, { ...headers, 'Content-Encoding': 'gzip' }) as never
}
