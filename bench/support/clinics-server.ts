import pino from 'pino'
import { readConfig } from '../../server/config.ts'
import { startLifecycle } from '../../server/lifecycle.ts'
import { startServer } from '../../server/start.ts'
import { loadPages } from '../../server/web/index.ts'
import { benchClinic } from './clinic.ts'
import { answerMemory } from './memory.ts'

/*
 * Many clinics in one process, a server and a port for each: not how Enamel is run (`npm start` serves one), but the least
 * memory that as many could take. The databases are named by CLINICS, as of the server of DATABASE_URL.
 */
const log = pino({ level: 'error' })
const lifecycle = startLifecycle({ log })
const web = await loadPages({ config: readConfig(process.env), log })
const ports: number[] = []
for (const name of (process.env.CLINICS ?? '').split(' ')) {
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = name
  const config = readConfig({ ...process.env, DATABASE_URL: url.href })
  ports.push(await startServer({ config, clinic: benchClinic, log, lifecycle, web, say: () => {} }))
}
answerMemory()
process.send?.({ ports })
