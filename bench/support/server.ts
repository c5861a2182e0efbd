import pino from 'pino'
import { loadPages } from '../../server/operations/web/index.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { startLifecycle } from '../../server/platform/process/lifecycle.ts'
import { startServer } from '../../server/start.ts'
import { benchClinic } from './clinic.ts'
import { answerMemory } from './memory.ts'

/*
 * The real server in a process of its own, as `npm start` runs it, with the bench's clinic.
 * It prints its port when it is ready.
 */
const config = readConfig(process.env)
const log = pino({ level: 'error' })
const web = await loadPages({ config, log })
const lifecycle = startLifecycle({ log })
const port = await startServer({ config, clinic: benchClinic, log, lifecycle, web, say: () => {} })
answerMemory()
process.send?.({ port })
