import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Asset, ENCODING_BY_SUFFIX, HASHED } from '../../platform/http/assets.ts'
import { buildsIn, isWhole, REPLACED, type StoredBuilds, storedFiles, UNFINISHED } from './stored-files.ts'

const DAY_MS = 86_400_000
/** Time for which the files of a replaced build stay (docs/decisions/057). */
const KEPT_MS = 7 * DAY_MS
/** Limit of replaced builds, whatever their age: one takes some 2 MB, and deployments may go on all day. */
const MOST_BUILDS = 20
/** Age of unfinished files from which on their process is taken for dead, in milliseconds. */
const LEFTOVER_MS = 3_600_000

type Options = {
  /** One folder per build, named after its content. Several processes may share it. */
  folder: string
  current: ReadonlyMap<string, Asset>
  log: Pick<Logger, 'warn'>
  now?: () => Date
}

/**
 * Stores this build's hashed files on disk, so that tabs opened with it still find lazy chunks after the next
 * deploy. Marks replaced builds and deletes them after a week. Disk errors are logged and do not prevent the
 * start.
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

/** The hash of the files, so that a build's folder never changes. */
function buildName(current: ReadonlyMap<string, Asset>): string {
  const names = [...current.keys()].filter((address) => address.startsWith(HASHED)).sort()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
}

/** Writes under another name, then renames, so that no partial build is visible. */
async function store(home: string, current: ReadonlyMap<string, Asset>): Promise<void> {
  if (await stat(home).catch(() => undefined)) return
  const aside = unfinishedBeside(home)
  try {
    await mkdir(aside)
    // In parallel, since each file waits for the disk.
    await Promise.all(filesOf(current).map((file) => writeOnDisk(path.join(aside, file.name), file.bytes)))
    await rename(aside, home)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    // Another process stored the same build first.
    if (!(await stat(home).catch(() => undefined))) throw error
  }
}

/** With names relative to the folder, compressed forms included. */
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

/** Flushed: after a power cut the folder could otherwise have empty files. */
async function writeOnDisk(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, bytes, { flush: true })
}

/** Marks replaced builds, and deletes old ones and those beyond the limit. */
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

/** Time of a build's replacement, in milliseconds; now when that is not recorded. */
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

/** Another process that starts at the same time may have deleted it. */
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
