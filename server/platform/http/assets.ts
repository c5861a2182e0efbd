import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ownValue } from '../../../domain/own.ts'
import type { Encoding } from './encoding.ts'

/** A built file, plain, and compressed where that made it smaller. */
export type Asset = {
  type: string
  /** Hash of the plain bytes, without quotes. */
  etag: string
  /** Its name changes with its content, so clients may cache it forever. */
  immutable: boolean
  plain: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}
export const ENCODING_BY_SUFFIX: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' }
/** File names below this path contain a content hash. */
export const HASHED = '/assets/'

/**
 * Reads a built folder into memory, by path ('/assets/index-abc.js'). It is small, and requests then never
 * touch the disk: path traversal is impossible, and a rebuild can't mix two builds in a page.
 */
export async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const contents = new Map<string, Buffer<ArrayBuffer>>()
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name)
        const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
        contents.set(address, await readFile(file))
      }),
  )

  const assets = new Map<string, Asset>()
  for (const [address, plain] of contents) {
    if (ownValue(ENCODING_BY_SUFFIX, path.extname(address))) continue
    const encoded: Asset['encoded'] = {}
    for (const [suffix, encoding] of Object.entries(ENCODING_BY_SUFFIX)) {
      const bytes = contents.get(address + suffix)
      if (bytes) encoded[encoding] = bytes
    }
    assets.set(address, assetAt(address, plain, encoded))
  }
  return assets
}

export function assetAt(address: string, plain: Asset['plain'], encoded: Asset['encoded']): Asset {
  return {
    type: ownValue(TYPES, path.extname(address)) ?? 'application/octet-stream',
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    immutable: address.startsWith(HASHED),
    plain,
    encoded,
  }
}
