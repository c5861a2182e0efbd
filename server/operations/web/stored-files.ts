import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ownValue } from '../../../domain/own.ts'
import { type Asset, assetAt, ENCODING_BY_SUFFIX, HASHED } from '../../platform/http/assets.ts'

/**
 * Shortest interval between listings, in milliseconds, when unknown files are requested: another process may
 * have deployed meanwhile.
 */
const LIST_AGAIN_MS = 5_000
/** Prefix of names that are being written or deleted. */
export const UNFINISHED = '.'
/** File in a build's folder: when it was replaced, ISO 8601. */
export const REPLACED = 'replaced'

export const isWhole = (name: string) => !name.startsWith(UNFINISHED)

/** Build folders only: the target of a link must not be served. */
export async function buildsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && isWhole(entry.name)).map(({ name }) => name)
}

export type StoredBuilds = {
  /** The file at a path of a stored build, or undefined. */
  find(address: string): Promise<Asset | undefined>
}

/**
 * Serves files of stored builds from disk. A request path is only looked up in a listing and never becomes a
 * file path.
 */
export function storedFiles(folder: string, now: () => Date): StoredBuilds {
  let listing: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map())
  let listedAt = Number.NEGATIVE_INFINITY

  /** The cached listing, refreshed when the requested file is not in it. */
  async function filesWith(address: string): Promise<ReadonlyMap<string, string>> {
    const files = await listing
    if (files.has(address)) return files
    // A page requests many files at once: all of them wait for the same listing.
    if (now().getTime() - listedAt >= LIST_AGAIN_MS) {
      listedAt = now().getTime()
      listing = filesIn(folder).catch(() => files)
    }
    return listing
  }

  return {
    find: async (address) => {
      if (!address.startsWith(HASHED)) return undefined
      const files = await filesWith(address)
      const file = files.get(address)
      // Another process may have just deleted its build.
      return file === undefined ? undefined : read(address, file, files).catch(() => undefined)
    },
  }
}

/** Files of the stored builds by path, compressed ones included. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const build of await buildsIn(folder)) {
    const home = path.join(folder, build)
    for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      if (entry.isFile() && file !== path.join(home, REPLACED))
        files.set(HASHED + path.relative(home, file).split(path.sep).join('/'), file)
    }
  }
  return files
}

async function read(
  address: string,
  file: string,
  files: ReadonlyMap<string, string>,
): Promise<Asset | undefined> {
  if (ownValue(ENCODING_BY_SUFFIX, path.extname(address))) return undefined
  const encoded: Asset['encoded'] = {}
  for (const [suffix, encoding] of Object.entries(ENCODING_BY_SUFFIX)) {
    const compressed = files.get(address + suffix)
    if (compressed) encoded[encoding] = await readFile(compressed)
  }
  return assetAt(address, await readFile(file), encoded)
}
