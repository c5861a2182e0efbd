import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { SUPERUSER } from './cluster.ts'
import { ADDRESS } from './port.ts'

/** Names both the database and its owner. */
const NAME = 'enamel'

/**
 * Creates the portal's user and database when missing. The user may create databases (tests copy one) but is
 * no superuser, so that a hole in the portal does not reach the machine's files.
 * @returns the database's address, with the password
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

/** @param password the superuser's */
export function portalUrl(port: number, password: string): string {
  return `postgres://${NAME}:${portalPassword(password)}@${ADDRESS}:${port}/${NAME}`
}

/** Derived one way, so that the superuser's password cannot be computed from it. */
const portalPassword = (password: string) => createHmac('sha256', password).update(NAME).digest('base64url')
