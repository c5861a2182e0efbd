import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Asset, assetAt, ENCODING_BY_SUFFIX, HASHED } from './assets.ts'

const DAY_MS = 86_400_000
/** How long the files of a build stay after another one took its place (design, section 8). */
const KEPT_MS = 7 * DAY_MS
/** Replaced builds at most, whatever their age: one takes some 2 MB, and somebody may deploy all day long. */
const MOST_BUILDS = 20
/** Another process may have deployed meanwhile; for files that nobody has, the disk is looked at this often at most. */
const LIST_AGAIN_MS = 5_000
/** What a process was writing or deleting when it was killed. */
const LEFTOVER_MS = 3_600_000
const UNFINISHED = '.'
/** In the folder of a build: since when another one is served, ISO 8601. */
const REPLACED = 'replaced'

export type KeptBuilds = {
  /** The file at an address of a build that is kept, or undefined; only names from a listing are ever opened. */
  find(address: string): Promise<Asset | undefined>
}

type Options = {
  /** Holds one folder per build, named after what is in it. Several processes may share it. */
  folder: string
  /** What is served now, by address. */
  current: ReadonlyMap<string, Asset>
  log: Pick<Logger, 'warn'>
  now?: () => Date
}

/**
 * Keeps the hashed files of this build on disk, so that a tab that was opened with it finds its parts after the next
 * deploy; notes which builds are replaced, and deletes those that have been for a week.
 * A disk that refuses is told to the log and is no reason not to start.
 */
export async function keepBuilds({
  folder,
  current,
  log,
  now = () => new Date(),
}: Options): Promise<KeptBuilds> {
  try {
    const build = buildName(current)
    await mkdir(folder, { recursive: true })
    await clearLeftovers(folder, now())
    await store(path.join(folder, build), current)
    await retire(folder, build, now())
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    log.warn(
      `The files of this build could not be kept for tabs that stay open after the next: ${code ?? message}.`,
    )
  }
  return listed(folder, now)
}

/** The same files, the same name: what lies in a build's folder never changes. */
function buildName(current: ReadonlyMap<string, Asset>): string {
  const names = [...current.keys()].filter((address) => address.startsWith(HASHED)).sort()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
}

/** Written aside and moved into place, so that a build is there as a whole or not at all. */
async function store(home: string, current: ReadonlyMap<string, Asset>): Promise<void> {
  if (await stat(home).catch(() => undefined)) return
  const aside = unfinishedBeside(home)
  try {
    await mkdir(aside)
    // All at once: one after the other, each would wait for the disk by itself.
    await Promise.all(filesOf(current).map((file) => writeOnDisk(path.join(aside, file.name), file.bytes)))
    await rename(aside, home)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    // Another process was quicker with the same build.
    if (!(await stat(home).catch(() => undefined))) throw error
  }
}

/** The hashed files with their names below the folder, compressed forms included. */
function filesOf(current: ReadonlyMap<string, Asset>): { name: string; bytes: Uint8Array }[] {
  return [...current].flatMap(([address, { plain, encoded }]) => {
    if (!address.startsWith(HASHED)) return []
    const name = address.slice(HASHED.length)
    const compressed = Object.entries(ENCODING_BY_SUFFIX).flatMap(([suffix, encoding]) => {
      const bytes = encoded[encoding]
      return bytes ? [{ name: name + suffix, bytes }] : []
    })
    return [{ name, bytes: plain }, ...compressed]
  })
}

/** Flushed: after a power cut a folder with its right name could hold empty files. */
async function writeOnDisk(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, bytes, { flush: true })
}

/** Notes when the others were replaced, and deletes those that were long ago, or are too many. */
async function retire(folder: string, build: string, now: Date): Promise<void> {
  await rm(path.join(folder, build, REPLACED), { force: true })
  const others = (await buildsIn(folder)).filter((name) => name !== build)
  const since = await Promise.all(others.map((name) => replacedAt(path.join(folder, name), now)))
  const latestFirst = others
    .map((name, i) => ({ name, since: since[i] as number }))
    .sort((one, other) => other.since - one.since)
  for (const [i, { name, since }] of latestFirst.entries()) {
    if (i < MOST_BUILDS && now.getTime() - since < KEPT_MS) continue
    const gone = unfinishedBeside(path.join(folder, name))
    await rename(path.join(folder, name), gone).catch(unlessGone)
    await rm(gone, { recursive: true, force: true })
  }
}

/** Since when a build is no longer served, in milliseconds; from now on when nobody has noted it. */
async function replacedAt(home: string, now: Date): Promise<number> {
  const noted = Date.parse(await readFile(path.join(home, REPLACED), 'utf8').catch(() => ''))
  if (!Number.isNaN(noted)) return noted
  const aside = unfinishedBeside(home)
  await writeOnDisk(aside, Buffer.from(now.toISOString()))
  await rename(aside, path.join(home, REPLACED)).catch(unlessGone)
  return now.getTime()
}

/** Another process that starts at the same time may have been quicker. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const unfinishedBeside = (name: string) => path.join(path.dirname(name), `${UNFINISHED}${randomUUID()}`)

const isWhole = (name: string) => !name.startsWith(UNFINISHED)

const buildsIn = async (folder: string) => (await readdir(folder)).filter(isWhole)

async function clearLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isWhole(name)) continue
    const leftover = path.join(folder, name)
    const found = await stat(leftover).catch(unlessGone)
    if (found && now.getTime() - found.mtimeMs > LEFTOVER_MS)
      await rm(leftover, { recursive: true, force: true })
  }
}

function listed(folder: string, now: () => Date): KeptBuilds {
  let files = new Map<string, string>()
  let listedAt = Number.NEGATIVE_INFINITY
  return {
    find: async (address) => {
      if (!address.startsWith(HASHED)) return undefined
      if (!files.has(address) && now().getTime() - listedAt >= LIST_AGAIN_MS) {
        listedAt = now().getTime()
        files = await filesIn(folder).catch(() => files)
      }
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
