import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildIfStale } from '../../build/build-if-stale.ts'
import { findFirefox, findWebKit } from './find-engines.ts'

/*
 * A smoke test of the built page in Firefox and in WebKit, a part of `npm run test:long`. What isn't installed is left
 * out, with a sentence. What follows goes to Playwright: node scripts/launch.mjs tests/engines/run.ts webkit
 */

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

const engines = [
  { project: 'firefox', found: findFirefox(), needs: "Debian's firefox-esr, or FIREFOX_PATH" },
  { project: 'webkit', found: findWebKit(), needs: "Debian's webkit2gtk-driver, xvfb and xauth" },
]
for (const { project, found, needs } of engines)
  if (!found) say(`Nothing is tested in ${project}: it is not installed (${needs}).`)

const projects = engines.flatMap(({ project, found }) => (found ? [`--project=${project}`] : []))
if (projects.length > 0) {
  await buildIfStale(say)
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/package.json')
  const config = path.join(import.meta.dirname, 'playwright.config.ts')
  const cli = path.join(path.dirname(playwright), 'cli.js')
  const args = ['test', '--config', config, ...projects, ...process.argv.slice(2)]
  const tests = spawn(process.execPath, [cli, ...args], { stdio: 'inherit' })
  // A terminal's Ctrl-C reaches Playwright by itself; anything else is passed on, so that it ends its servers.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => tests.kill('SIGINT'))
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
