import { Client } from 'pg'
import { connectOrExplain } from '../db/connect.ts'
import { KEEP_ALIVE } from '../db/pool.ts'

/**
 * A named connection without timeouts, for long work.
 * @throws {StartError} with one sentence when there is no usable PostgreSQL
 */
export async function ownConnection(databaseUrl: string, name: string): Promise<Client> {
  // connectOrExplain reports what is wrong.
  await (await connectOrExplain(databaseUrl)).end()
  const client = new Client({ connectionString: databaseUrl, application_name: name, ...KEEP_ALIVE })
  // The running query gets the error too; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  return client
}
