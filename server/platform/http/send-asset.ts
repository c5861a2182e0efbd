import type { Context } from 'hono'
import type { Asset } from './assets.ts'
import { chooseEncoding, type Encoding } from './encoding.ts'
import { isUnchanged } from './etag.ts'

const YEAR_SECONDS = 31_536_000

/** Answers with bytes that are in memory, in the smallest encoding that the client accepts, or 304 where it has them. */
export function sendAsset(c: Context, asset: Asset, status: 200 | 404 = 200): Response {
  const available = Object.keys(asset.encoded) as Encoding[]
  const encoding = chooseEncoding(c.req.header('accept-encoding'), available)
  const bytes = encoding ? (asset.encoded[encoding] ?? asset.plain) : asset.plain
  // Each encoding has different bytes, and so its own tag (RFC 9110, section 8.8.3.3).
  const etag = `"${asset.etag}${encoding ? `-${encoding}` : ''}"`

  c.header('ETag', etag)
  c.header('Cache-Control', asset.immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
  if (available.length > 0) c.header('Vary', 'Accept-Encoding', { append: true })
  // Only what would be a 200 can be unchanged (RFC 9110, section 13.2.1).
  if (status === 200 && isUnchanged(c.req.header('if-none-match'), etag)) return c.body(null, 304)

  c.header('Content-Type', asset.type)
  c.header('Content-Length', String(bytes.length))
  if (encoding) c.header('Content-Encoding', encoding)
  return c.req.method === 'HEAD' ? c.body(null, status) : c.body(bytes, status)
}
