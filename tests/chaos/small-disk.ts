import { execFile } from 'node:child_process'
import { chmod, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of its own, which something else fills up. */
export type SmallDisk = {
  /** To its last byte. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
  close(): Promise<void>
}

/**
 * In memory.
 * @param folder where it is mounted
 * @param size as mount takes it
 * @throws when nothing can be mounted, which takes root
 */
export async function diskInMemory(folder: string, size: string): Promise<SmallDisk> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  return mounted(folder)
}

/**
 * ext4 in a file, so that what is synced is on the machine's disk.
 * @param folder where it is mounted
 * @param file takes only as much room as is written
 * @param size as truncate takes it
 * @throws as above
 */
export async function diskInFile(folder: string, file: string, size: string): Promise<SmallDisk> {
  await run('truncate', ['-s', size, file])
  await run('/sbin/mkfs.ext4', ['-q', '-m', '0', '-E', 'nodiscard', file])
  await run('mount', ['-o', 'loop', file, folder])
  return mounted(folder)
}

async function mounted(folder: string): Promise<SmallDisk> {
  await chmod(folder, 0o755)
  const filler = path.join(folder, 'filler')
  return {
    fill: () => fillUp(folder, filler),
    makeRoom: () => rm(filler),
    async close() {
      await run('umount', ['-l', folder])
    },
  }
}

async function fillUp(folder: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  // All at once, without writing it; it may take a little more than there is, and then takes what there is.
  await run('fallocate', ['-l', String(bavail * bsize), file]).catch(() => {})
  await using handle = await open(file, 'a')
  for (const size of [1024 * 1024, 4096]) {
    const part = Buffer.alloc(size, 1)
    try {
      for (;;) await handle.write(part)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
