import { Client } from 'pg'
import { connectOrExplain } from '../../platform/db/connect.ts'
import { createPool, KEEP_ALIVE } from '../../platform/db/pool.ts'
import { SESSION } from '../../platform/db/session.ts'

/** Setting with the address, and whether a standby will do. */
type Where = { setting?: string; standby?: boolean }

/**
 * A named connection without timeouts, for long work.
 * @throws {StartError} with one sentence when there is no usable PostgreSQL
 */
export async function ownConnection(
  databaseUrl: string,
  name: string,
  { setting = 'DATABASE_URL', standby = false }: Where = {},
): Promise<Client> {
  // connectOrExplain reports failures.
  const create = (url: string) => createPool(url, 2, { standby })
  await (await connectOrExplain(databaseUrl, { setting, create })).end()
  const client = new Client({ connectionString: databaseUrl, application_name: name, ...KEEP_ALIVE })
  // The running query gets the error too; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  await client.query(`SELECT ${SESSION}`)
  return client
}
