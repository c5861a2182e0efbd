import { Client } from 'pg'
import { readPassword } from './cluster.ts'
import { portalUrl } from './database.ts'
import { homeFolder } from './home.ts'
import { rememberedPort } from './port.ts'

const ANSWERS_WITHIN_MS = 3_000

/**
 * For commands beside the server: the address of a DATA_DIR's running embedded database; undefined when none
 * answers. Takes no lock and changes nothing.
 * @throws {StartError} when only the user that Enamel runs as may read the password
 */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const folder = await homeFolder(dataDir)
  const [port, password] = [await rememberedPort(folder), await readPassword(folder)]
  if (port === undefined || password === undefined) return undefined
  const url = portalUrl(port, password)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWERS_WITHIN_MS })
  client.on('error', () => {})
  try {
    // Authentication fails if another program took the port, without revealing the password.
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
