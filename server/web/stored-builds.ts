import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Asset, ENCODING_BY_SUFFIX, HASHED } from './assets.ts'
import { buildsIn, isWhole, REPLACED, type StoredBuilds, storedFiles, UNFINISHED } from './stored-files.ts'

const DAY_MS = 86_400_000
/** How long the files of a build stay after another one took its place (design, section 8). */
const KEPT_MS = 7 * DAY_MS
/** Replaced builds at most, whatever their age: one takes some 2 MB, and somebody may deploy all day long. */
const MOST_BUILDS = 20
/** What a process was writing or deleting when it was killed. */
const LEFTOVER_MS = 3_600_000

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
export async function storeBuilds({
  folder,
  current,
  log,
  now = () => new Date(),
}: Options): Promise<StoredBuilds> {
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
  return storedFiles(folder, now)
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
  await rename(aside, path.join(home, REPLACED)).catch(async (error) => {
    await rm(aside, { force: true })
    unlessGone(error)
  })
  return now.getTime()
}

/** Another process that starts at the same time may have been quicker. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const unfinishedBeside = (name: string) => path.join(path.dirname(name), `${UNFINISHED}${randomUUID()}`)

async function clearLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isWhole(name)) continue
    const leftover = path.join(folder, name)
    const found = await stat(leftover).catch(unlessGone)
    if (found && now.getTime() - found.mtimeMs > LEFTOVER_MS)
      await rm(leftover, { recursive: true, force: true })
  }
}
