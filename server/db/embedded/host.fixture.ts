import pino from 'pino'
import { startLifecycle } from '../../lifecycle.ts'
import { StartError } from '../../start-error.ts'
import { startEmbeddedPostgres } from './index.ts'

// Stands in for the portal where a test must kill it: runs the database on the folder given, tells its address on
// the first line of its output, and the reason on the only line of its error output when it can't.
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
