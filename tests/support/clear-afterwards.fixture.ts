import path from 'node:path'
import pino from 'pino'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts'
import { clearAfterwards } from './clear-afterwards.ts'

/* Runs a database as a run of tests does, and says its process id on the first line. */
const dataDir = process.argv[2] ?? ''
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), durable: false })
clearAfterwards(path.join(postgres.folder, 'cluster'), dataDir)
process.stdout.write(`${postgres.pid()}\n`)
