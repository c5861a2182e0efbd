import path from 'node:path'
import { buildIfStale } from '../../build/build-if-stale.ts'
import { PLAYWRIGHT, runChild } from '../support/run-child.ts'
import { findFirefox, findWebKit } from './find-engines.ts'

/*
 * A smoke test of the built page in Firefox and in WebKit, a part of `npm run test:long`. A missing browser is skipped,
 * with a sentence. Further arguments go to Playwright: node scripts/launch.mjs tests/engines/run.ts webkit
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
  const config = path.join(import.meta.dirname, 'playwright.config.ts')
  const args = ['test', '--config', config, ...projects, ...process.argv.slice(2)]
  process.exitCode = (await runChild([PLAYWRIGHT, ...args], { endsBy: 'SIGINT' })) ? 0 : 1
}
