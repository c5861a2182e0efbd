import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { SUPERUSER } from './cluster.ts'
import { ADDRESS } from './port.ts'

/** Name of the database and of the user it belongs to. */
const NAME = 'enamel'

/**
 * Makes the portal's user and database when they aren't there. The user owns the database and may make others
 * (tests copy one), but is no superuser: a hole in the portal must not reach the machine's files.
 * @returns the address of the database, with the password
 */
export async function prepareDatabase(port: number, password: string): Promise<string> {
  const client = new Client({ host: ADDRESS, port, user: SUPERUSER, password, database: 'postgres' })
  await client.connect()
  try {
    const name = escapeIdentifier(NAME)
    const users = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME])
    if (users.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN CREATEDB`)
    await client.query(`ALTER ROLE ${name} PASSWORD ${escapeLiteral(portalPassword(password))}`)
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
  } finally {
    await client.end()
  }
  return portalUrl(port, password)
}

/** The address of the portal's database, with its password. @param password the superuser's */
export function portalUrl(port: number, password: string): string {
  return `postgres://${NAME}:${portalPassword(password)}@${ADDRESS}:${port}/${NAME}`
}

/** Another than the superuser's, which cannot be worked out from it. */
const portalPassword = (password: string) => createHmac('sha256', password).update(NAME).digest('base64url')
