import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { homeFolder, refuseForeign } from './home.ts'
import { socketUrl } from './socket.ts'

const ANSWERS_WITHIN_MS = 3_000

/**
 * The address of a DATA_DIR's running embedded database, for commands beside the server; undefined when none answers.
 * Takes no lock and changes nothing.
 * @throws {StartError} when the data are of another user
 */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const folder = await homeFolder(dataDir)
  await refuseForeign(folder, dataDir)
  const cluster = path.join(folder, 'cluster')
  if (!(await stat(cluster).catch(() => undefined))) return undefined
  const url = socketUrl(cluster)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWERS_WITHIN_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
