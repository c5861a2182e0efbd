import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest|ico)$/

/** Writes `.br` and `.gz` beside every file that gets smaller by it; the server sends those as they are. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))))
}

async function compressFile(file: string): Promise<void> {
  const plain = await readFile(file)
  const first = file.endsWith('.html') ? shownFirst(plain) : 0
  const brotli = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  const [br, gz] = await Promise.all([
    closedAfter(brotli, plain, first, constants.BROTLI_OPERATION_FLUSH),
    closedAfter(createGzip({ level: constants.Z_BEST_COMPRESSION }), plain, first, constants.Z_SYNC_FLUSH),
  ])
  if (br.length < plain.length) await writeFile(`${file}.br`, br)
  if (gz.length < plain.length) await writeFile(`${file}.gz`, gz)
}

/** The second style block of a page stands behind what is painted first (scripts/build/page.ts). */
function shownFirst(plain: Buffer): number {
  const [, second] = [...plain.toString('latin1').matchAll(/<style\b/g)]
  return second?.index ?? 0
}

/**
 * Closes what has gone in up to a place, so that all of it can be read before anything of the rest has come: a brotli stream
 * begins with the codes for the whole of a block. Without it a twelfth more had to come before the first paint.
 */
async function closedAfter(
  stream: ReturnType<typeof createBrotliCompress> | ReturnType<typeof createGzip>,
  plain: Buffer,
  first: number,
  flush: number,
): Promise<Buffer> {
  const all = buffer(stream)
  if (first > 0) {
    stream.write(plain.subarray(0, first))
    await new Promise<void>((resolve) => stream.flush(flush, resolve))
  }
  stream.end(plain.subarray(first))
  return all
}
