import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildIfStale } from '../../build/build-if-stale.ts'
import { findTestBrowser, NoBrowserError } from '../../scripts/browser/find-browser.ts'

/*
 * The tests in a real browser on the built page: `npm run test:browser`.
 * What follows `--` goes to Playwright: npm run test:browser -- lost-race -g phone
 * With --long first, the long ones of tests/e2e/long and no others: `npm run test:long`.
 */

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

async function main(): Promise<number> {
  const given = process.argv.slice(2)
  const isLong = given[0] === '--long'
  const args = isLong ? [...given.slice(1), 'tests/e2e/long/'] : given
  const browser = findTestBrowser(say)
  await buildIfStale(say)
  const require = createRequire(import.meta.url)
  const cli = path.join(path.dirname(require.resolve('@playwright/test/package.json')), 'cli.js')
  const config = path.join(import.meta.dirname, '../../playwright.config.ts')
  const tests = spawn(process.execPath, [cli, 'test', '--config', config, ...args], {
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: browser, ...(isLong && { LONG_TESTS: '1' }) },
  })
  // A terminal's Ctrl-C reaches Playwright by itself; anything else is passed on, so that it ends its servers.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => tests.kill('SIGINT'))
  const [code] = (await once(tests, 'exit')) as [number | null]
  return code ?? 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof NoBrowserError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
