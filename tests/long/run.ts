import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

/*
 * `npm run test:long`: the long tests of tests/long beside those in a browser (tests/e2e/long) and in other engines
 * (tests/engines), since the former wait for much of their time. The browsers' are printed as they go, the others when
 * they are over.
 */

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)

/** @returns whether it passed */
async function run(args: string[], isShown: boolean): Promise<boolean> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'] })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  process.stdout.write(output)
  return code === 0
}

/** One after the other, so that no more browsers run at once than a small machine has room for. */
async function inBrowsers(): Promise<boolean> {
  const inChromium = await run(['tests/e2e/run.ts', '--long'], true)
  const inOthers = await run(['tests/engines/run.ts'], true)
  return inChromium && inOthers
}

const passed = await Promise.all([
  run([vitest, 'run', '--config', 'vitest.long.config.ts'], false),
  inBrowsers(),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
