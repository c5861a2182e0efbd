import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

type Addresses = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databaseReplicaUrl'>

/** One sentence for each setting whose database is on another machine and need not prove which one it is. */
export function unverifiedDatabases(
  { databaseUrl, databaseOwnerUrl, databaseReplicaUrl }: Addresses,
  env: Record<string, string | undefined> = process.env,
): string[] {
  const settings = {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
    DATABASE_REPLICA_URL: databaseReplicaUrl,
  }
  return Object.entries(settings).flatMap(([setting, address]) => {
    const host = address && unverifiedHost(address, env)
    return host
      ? [
          `${setting} leads to ${host} without sslmode=verify-full, which alone keeps others on the way from reading what ` +
            'patients wrote, or from posing as the database.',
        ]
      : []
  })
}

/** Reads the address as `pg` does: of a repeated parameter the last counts, and `host` replaces the host. */
function unverifiedHost(address: string, env: Record<string, string | undefined>): string | undefined {
  const url = new URL(address)
  const last = (name: string) => url.searchParams.getAll(name).at(-1)
  const host = last('host') || decodeURIComponent(url.hostname) || env.PGHOST || 'localhost'
  const isUnset = ['sslmode', 'ssl', 'sslcert', 'sslkey', 'sslrootcert'].every((name) => !last(name))
  const mode = isUnset ? env.PGSSLMODE : last('sslmode')
  return isThisMachine(host) || mode === 'verify-full' ? undefined : host
}

function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.+)\]$/, '$1').toLowerCase()
  if (host.startsWith('/') || name === 'localhost') return true
  return isIP(name) === 4 ? name.startsWith('127.') : isIP(name) === 6 && /^(?:0*:)+0*1$/.test(name)
}
