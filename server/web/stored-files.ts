import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Asset, assetAt, ENCODING_BY_SUFFIX, HASHED } from './assets.ts'

/** Another process may have deployed meanwhile; for files that nobody has, the disk is looked at this often at most. */
const LIST_AGAIN_MS = 5_000
/** Begins the name of what is being written or deleted. */
export const UNFINISHED = '.'
/** In the folder of a build: since when another one is served, ISO 8601. */
export const REPLACED = 'replaced'

export const isWhole = (name: string) => !name.startsWith(UNFINISHED)

/** The names of the builds that a folder holds: real folders, as what a link leads to is not ours to serve. */
export async function buildsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && isWhole(entry.name)).map(({ name }) => name)
}

export type StoredBuilds = {
  /** The file at an address of a build that is kept, or undefined. */
  find(address: string): Promise<Asset | undefined>
}

/**
 * The files of the builds in a folder, read from disk when they are asked for. What a caller asks for is looked up in
 * a listing and never becomes a path.
 */
export function storedFiles(folder: string, now: () => Date): StoredBuilds {
  let listing: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map())
  let listedAt = Number.NEGATIVE_INFINITY

  /** The files as they were listed last, and anew when the one that is asked for is not among them. */
  async function filesWith(address: string): Promise<ReadonlyMap<string, string>> {
    const files = await listing
    if (files.has(address)) return files
    // A page asks for many files at once: all of them wait for the same listing.
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
      // Gone when another process has just deleted its build.
      return file === undefined ? undefined : read(address, file, files).catch(() => undefined)
    },
  }
}

/** Every file of the kept builds by the address it had, compressed ones included. */
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
  if (ENCODING_BY_SUFFIX[path.extname(address)]) return undefined
  const encoded: Asset['encoded'] = {}
  for (const [suffix, encoding] of Object.entries(ENCODING_BY_SUFFIX)) {
    const compressed = files.get(address + suffix)
    if (compressed) encoded[encoding] = await readFile(compressed)
  }
  return assetAt(address, await readFile(file), encoded)
}
