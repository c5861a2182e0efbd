import path from 'node:path'
import { buildIfStale } from '../../build/build-if-stale.ts'
import { findTestBrowser, NoBrowserError } from '../../scripts/browser/find-browser.ts'
import { PLAYWRIGHT, runChild } from '../support/run-child.ts'

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
  const config = path.join(import.meta.dirname, '../../playwright.config.ts')
  const passed = await runChild([PLAYWRIGHT, 'test', '--config', config, ...args], {
    env: { CHROME_PATH: browser, ...(isLong && { LONG_TESTS: '1' }) },
    endsBy: 'SIGINT',
  })
  return passed ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof NoBrowserError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
