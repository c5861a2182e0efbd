import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'vite'
import { root } from '../build/build-info.ts'
import { bakedIn } from './build/baked-in.ts'
import { serveDocs } from './build/docs/serve-docs.ts'

/*
 * Development mode: the API, restarted when a server file changes, and the page with hot reload. PORT is the
 * API's (default 3000), DEV_PORT the page's (default 5173), which proxies /api.
 */
const apiPort = process.env.PORT?.trim() || '3000'
const pagePort = Number(process.env.DEV_PORT?.trim() || 5173)

/** Milliseconds that the API has to close its database before it is killed. */
const GRACE_MS = 8_000

process.env.DEV_API = `http://127.0.0.1:${apiPort}`

const api = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/main.ts', '--api-only', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: apiPort, HOST: '127.0.0.1' } },
)
const page = await createServer({
  root,
  server: { port: pagePort, host: '127.0.0.1' },
  plugins: [serveDocs(root, bakedIn(process.env).name)],
})
await page.listen()
page.printUrls()

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  await Promise.all([page.close(), stop(api)])
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await gone
  clearTimeout(hard)
}

process.once('SIGINT', end)
process.once('SIGTERM', end)
// The page is useless without the API, so both end at the same time.
api.once('exit', (code) => {
  if (!ending) process.exitCode = code ?? 1
  void end()
})
