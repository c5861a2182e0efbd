import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Locked = { dev?: boolean }

/** Bytes that a file or folder is rounded up to on disk, as `du` counts. */
const BLOCK = 4096

/** What package-lock.json has installed here: how many packages, and their megabytes (of 1,048,576 bytes) on disk. */
export function installed(root: string, { withDev }: { withDev: boolean }) {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  )
  const folders = Object.entries(packages)
    // The empty path is Enamel itself; some are for other systems.
    .filter(([name, { dev }]) => name !== '' && (withDev || !dev) && existsSync(path.join(root, name)))
    .map(([name]) => path.join(root, name))
  const bytes = folders.reduce((sum, folder) => sum + sizeOf(folder), 0)
  return { packages: folders.length, megabytes: Math.round(bytes / 1_048_576) }
}

/** @returns bytes of a package without those that lie inside of it, which the lock names as well. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(inside)
    return sum + Math.ceil(lstatSync(inside).size / BLOCK) * BLOCK
  }, BLOCK)
}
