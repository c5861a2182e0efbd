import { Client, escapeIdentifier } from 'pg'
import { SUPERUSER } from './cluster.ts'
import { socketUrl } from './socket.ts'

/** Names both the database and its owner. */
const NAME = 'enamel'

/**
 * Creates the portal's user and database when missing. The user may create databases (tests copy one) but is
 * no superuser, so that a hole in a statement does not reach the machine's files.
 * @returns the database's address
 */
export async function prepareDatabase(cluster: string): Promise<string> {
  const client = new Client({ connectionString: socketUrl(cluster, SUPERUSER, 'postgres') })
  await client.connect()
  try {
    const name = escapeIdentifier(NAME)
    const users = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME])
    if (users.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN CREATEDB`)
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
  } finally {
    await client.end()
  }
  return socketUrl(cluster)
}
