import pino from 'pino'
import { startLifecycle } from '../../process/lifecycle.ts'
import { StartError } from '../../process/start-error.ts'
import { startEmbeddedPostgres } from './index.ts'

// Runs the database on a folder as the portal would, for tests that kill it. Prints its address on the first
// line, or the reason for a failure on standard error.
const [dataDir = '', systemDir] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const lifecycle = startLifecycle({ log })
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false, systemDir })
  lifecycle.onShutdown('database', postgres.stop)
  process.stdout.write(`${JSON.stringify({ url: postgres.url, pid: postgres.pid() })}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(error.message)
  process.exit(1)
}
