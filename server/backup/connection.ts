import { Client } from 'pg'
import { connectOrExplain } from '../db/connect.ts'

/**
 * A connection for work that takes its time: nothing in it gives up, and whoever looks for what runs on the database
 * sees its name.
 * @throws {StartError} with one sentence when there is no usable PostgreSQL
 */
export async function ownConnection(databaseUrl: string, name: string): Promise<Client> {
  // That one explains what is in the way.
  await (await connectOrExplain(databaseUrl)).end()
  const client = new Client({ connectionString: databaseUrl, application_name: name, keepAlive: true })
  // What breaks says so to the query under way as well; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  return client
}
