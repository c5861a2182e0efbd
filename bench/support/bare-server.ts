import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { ask } from './ask.ts'

/** A server in a process of its own that does nothing but queries, asked for by their place. */
export async function startBareServer(databaseUrl: string, queries: readonly string[], connections: number) {
  const server = fork(new URL('./bare-rows.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: databaseUrl, BARE_QUERIES: JSON.stringify(queries) },
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const http = new Pool(`http://127.0.0.1:${port}`, { connections })
  return {
    rows: (place: number) => ask(http, { method: 'POST', path: `/${place}`, headers: {}, body: '{}' }),
    async stop() {
      await http.close()
      server.kill()
      await once(server, 'exit')
    },
  }
}
