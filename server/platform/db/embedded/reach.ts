import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Account } from './account.ts'

/**
 * The uppermost folder on the path to `target`, itself included, that the account may not enter, such as
 * /root or a `mktemp -d` folder. `undefined`: none. `target` must exist.
 */
export async function closedFolder(
  target: string,
  account: Account | undefined,
): Promise<string | undefined> {
  if (account === undefined) return undefined
  const real = await realpath(target)
  const { root } = path.parse(real)
  const names = real.slice(root.length).split(path.sep).filter(Boolean)
  for (let depth = 0; depth <= names.length; depth += 1) {
    const folder = path.join(root, ...names.slice(0, depth))
    if (!(await mayEnter(folder, account))) return folder
  }
  return undefined
}

// Mode bits only: spawn() drops supplementary groups, and where an access list allows more, moving the data
// is merely unnecessary.
async function mayEnter(folder: string, account: Account): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & 0o1) !== 0
}
