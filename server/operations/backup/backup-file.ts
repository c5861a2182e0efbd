import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { access, chmod, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Refused } from '../../platform/process/command-errors.ts'
import { ENCRYPTED, encrypted } from './encryption.ts'

/** Matches only backups, so that nothing else is ever deleted; names sort by time. */
const NAME = /^enamel-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.sql\.gz(?:\.age)?$/
const UNFINISHED = /^enamel-[0-9a-f]{12}\.unfinished$/
const HOUR_MS = 3_600_000

/** In UTC. */
export const backupName = (at: Date) => `enamel-${at.toISOString().replaceAll(/[:.]/g, '-')}.sql.gz`
const sumFile = (file: string) => `${file}.sha256`

/**
 * Stores a backup gzipped, readable only by its owner, and complete on disk or not at all, with a checksum
 * file beside it for `sha256sum -c`.
 * @param publicKey encrypts it
 * @returns its path and its size in bytes
 * @throws Refused with a sentence when the folder or the disk rejects it
 */
export async function storeBackup(
  text: AsyncIterable<Buffer>,
  folder: string,
  now: Date,
  publicKey?: string,
): Promise<{ file: string; bytes: number }> {
  const file = path.join(folder, `${backupName(now)}${publicKey ? ENCRYPTED : ''}`)
  const unfinished = path.join(folder, `enamel-${randomBytes(6).toString('hex')}.unfinished`)
  // A signal may end the process at any point here.
  const tidy = () => rmSync(unfinished, { force: true })
  process.once('exit', tidy)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeUnfinished(folder, now)
    const handle = await open(unfinished, 'wx', 0o600)
    const { through, result } = summed()
    await pipeline(packed(text, publicKey), through, handle.createWriteStream({ flush: true }))
    const { sha256, bytes } = result()
    // The checksum first, so that every named backup has one.
    await writeWhole(sumFile(file), `${sha256}  ${path.basename(file)}\n`)
    await rename(unfinished, file)
    await flushFolder(folder)
    return { file, bytes }
  } catch (error) {
    await Promise.all([unfinished, sumFile(file)].map((each) => rm(each, { force: true }).catch(() => {})))
    throw await explained(error, folder)
  } finally {
    process.off('exit', tidy)
  }
}

/** Gzipped, and encrypted where there is a key. */
export function packed(
  text: AsyncIterable<Buffer>,
  publicKey: string | undefined,
): AsyncIterable<Uint8Array> {
  const gzip = createGzip()
  // A failure ends the stream that is read, which throws it.
  pipeline(text, gzip).catch(() => {})
  return publicKey === undefined ? gzip : encrypted(gzip, publicKey)
}

function summed() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ sha256: hash.digest('hex'), bytes }) }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await chmod(file, 0o600)
}

/** Without it a power cut may lose the names, though the files were flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Deletes leftovers of killed processes, older than an hour so that running ones keep theirs. */
async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!UNFINISHED.test(name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > HOUR_MS) await rm(file, { force: true })
  }
}

/** Newest first; none when the folder is missing. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => path.join(folder, name))
}

/**
 * Deletes all but the newest backups.
 * @param made the one just made, which counts as the newest: if the clock was ahead, others have later names
 * @returns how many were deleted
 */
export async function keepNewest(folder: string, keep: number, made: string): Promise<number> {
  const others = (await backupsIn(folder)).filter((file) => file !== made)
  const old = others.slice(keep - 1)
  for (const file of old) {
    await rm(file, { force: true })
    await rm(sumFile(file), { force: true })
  }
  return old.length
}

/**
 * Compares a backup with its checksum file.
 * @returns false without one; the sums inside the backup must suffice then
 * @throws Refused when it differs
 */
export async function matchesSum(file: string): Promise<boolean> {
  const expected = (await readFile(sumFile(file), 'utf8').catch(() => ''))?.slice(0, 64)
  if (!/^[0-9a-f]{64}$/.test(expected)) return false
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${file} cannot be read (${error.code}).`)
  })
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream()) hash.update(chunk)
  if (hash.digest('hex') === expected) return true
  throw new Refused(`${file} is damaged: its checksum is not the one in ${path.basename(sumFile(file))}.`)
}

/** @throws Refused when the file is missing or unreadable */
export async function readable(file: string): Promise<void> {
  await access(file, 4).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${file} cannot be read (${error.code}).`)
  })
}

async function explained(error: unknown, folder: string): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const free = await statfs(folder).catch(() => undefined)
    const left = free ? ` (${Math.floor((free.bavail * free.bsize) / 1e6)} MB are free there)` : ''
    return new Refused(`There is no room for the backup in ${folder}${left}. Nothing was stored.`)
  }
  if (
    (error as NodeJS.ErrnoException).syscall &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO'].includes(`${code}`)
  ) {
    return new Refused(`The backup cannot be written into ${folder} (${code}). Nothing was stored.`)
  }
  return error
}
