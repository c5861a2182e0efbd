import { openSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../process/start-error.ts'

/** Only a part of the file's name: no port is opened. */
export const PORT = 5432
const SOCKET_FILE = `.s.PGSQL.${PORT}`
/** PostgreSQL's note of who made the socket. */
export const SOCKET_LOCK_FILE = `${SOCKET_FILE}.lock`

/** Bytes that a socket's path may have: `sun_path`, without the zero byte at its end. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103

/**
 * The address of a user on the server's socket. The socket is in the data directory, which has mode 0700 and which
 * PostgreSQL itself refuses to use when another user could enter it. So only the database's user and root can connect,
 * and neither needs a password; nor can another program answer in its place.
 * The server makes the socket relative to its data directory, so that a long path does not matter to it. Here a long
 * one is shortened through an open handle of the folder, which stays open until the process ends.
 * @throws {StartError} when the path is too long, outside Linux
 */
export function socketUrl(cluster: string, user = 'enamel', database = 'enamel'): string {
  return `postgres://${user}@${encodeURIComponent(shortPath(cluster))}:${PORT}/${database}`
}

function shortPath(cluster: string): string {
  const tooMany = Buffer.byteLength(path.join(cluster, SOCKET_FILE)) - LONGEST_PATH
  if (tooMany <= 0) return cluster
  if (process.platform === 'linux') return `/proc/${process.pid}/fd/${openSync(cluster, 'r')}`
  throw new StartError(
    `The path of the database's folder is ${tooMany} bytes too long for a socket on this system (${cluster}); ` +
      'move DATA_DIR to a shorter one.',
  )
}
