import { Client } from 'pg'
import { readPassword } from './cluster.ts'
import { portalUrl } from './database.ts'
import { homeFolder } from './home.ts'
import { rememberedPort } from './port.ts'

const ANSWERS_WITHIN_MS = 3_000

/**
 * The address of the embedded database of a DATA_DIR while an Enamel runs on it, for commands beside the server;
 * undefined when none answers. Takes no lock and changes nothing.
 * @throws {StartError} when the password cannot be read, which only the user that Enamel runs as may
 */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const folder = await homeFolder(dataDir)
  const [port, password] = [await rememberedPort(folder), await readPassword(folder)]
  if (port === undefined || password === undefined) return undefined
  const url = portalUrl(port, password)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWERS_WITHIN_MS })
  client.on('error', () => {})
  try {
    // Another program on that port of old does not know the password, and learns nothing of it.
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
