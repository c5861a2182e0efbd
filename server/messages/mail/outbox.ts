import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Stores a message as a file that only the server's account may read, in a folder that only it may enter. The
 * rename makes the file appear whole, for programs that watch the folder. Its name has the time (UTC) and the
 * message's id, and nothing about a patient.
 * @returns the path of the file
 */
export async function writeToOutbox(
  folder: string,
  message: Buffer,
  { id, now, extension = 'eml' }: { id: string; now: Date; extension?: 'eml' | 'txt' },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // An older folder, or one that the umask or an unpacked backup opened.
  await chmod(folder, 0o700)
  const file = path.join(folder, `${now.toISOString().replaceAll(':', '-')}_${safeName(id)}.${extension}`)
  const unfinished = path.join(folder, `.${randomUUID()}.tmp`)
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(message)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return file
}

function safeName(id: string): string {
  return id.replace(/[^\w-]/g, '').slice(0, 64)
}
