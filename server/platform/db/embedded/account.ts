import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '../../process/start-error.ts'

const run = promisify(execFile)

/** The user that PostgreSQL runs as, when it can't be the one that Enamel runs as. */
export type Account = { uid: number; gid: number }

const NAME = 'postgres'

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of existing data, otherwise as
 * `postgres`, creating that user (no password, no shell) when it is missing. Everyone else runs it as
 * themselves: `undefined`.
 * @param cluster the data directory, which need not exist yet
 * @throws {StartError} when the user can't be created
 */
export async function databaseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await find(NAME)) ?? (await create(NAME))
}

async function find(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

async function create(name: string): Promise<Account> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  let reason = 'it is not there afterwards'
  try {
    await run('useradd', [...options, '--shell', '/usr/sbin/nologin', name])
  } catch (error) {
    reason = (error as Error).message.trim().split('\n').at(-1) ?? ''
  }
  // Asked again even after a failure: another start may have created the user at the same moment.
  const account = await find(name)
  if (account) return account
  throw new StartError(
    `PostgreSQL refuses to run as root and the user '${name}' could not be made (${reason}); ` +
      'start Enamel as another user, or set DATABASE_URL.',
  )
}
