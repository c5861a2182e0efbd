import { gzipSync } from 'node:zlib'
import type { Context, TypedResponse } from 'hono'
import type { Paging } from '../../../contract/envelope.ts'

/** Compressing smaller answers costs more than it saves. */
const COMPRESS_FROM_BYTES = 1024

/**
 * A success with a possibly long body, compressed when the caller accepts gzip, since patients' connections
 * are slow. Not cacheable.
 */
export function listAnswer<T>(
  c: Context,
  data: T,
): Response & TypedResponse<{ success: true; data: T }, 200> {
  return compressed(c, { success: true, data }) as never
}

/** One page of a list with `total` rows. */
export function pageAnswer<T>(
  c: Context,
  data: readonly T[],
  paging: Omit<Paging, 'totalPages'>,
): Response & TypedResponse<{ success: true; data: readonly T[]; paging: Paging }, 200> {
  return compressed(c, pageBody(data, paging)) as never
}

/** The body of `pageAnswer`. */
export function pageBody<T>(data: readonly T[], { page, limit, total }: Omit<Paging, 'totalPages'>) {
  const paging = { page, limit, total, totalPages: Math.ceil(total / limit) }
  return { success: true as const, data, paging }
}

const compressed = (c: Context, body: object) => bodyOf(c, body, 'application/json')

/** A body of a type of its own, compressed as the lists are. Not cacheable. */
export function bodyOf(c: Context, body: object, type: string): Response {
  const text = JSON.stringify(body)
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
  }
  const isLong = text.length >= COMPRESS_FROM_BYTES && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isLong) return c.body(text, 200, headers)
  return c.body(gzipSync(text, { level: 4 }), 200, { ...headers, 'Content-Encoding': 'gzip' })
}
