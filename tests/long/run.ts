import { runChild, VITEST } from '../support/run-child.ts'

/*
 * `npm run test:long`: the long tests of tests/long beside those in a browser (tests/e2e/long) and in other engines
 * (tests/engines), since the former wait for much of their time. The browsers' are printed as they go, the others when
 * they are over.
 */

/** One after the other, so that no more browsers run at once than a small machine has room for. */
async function inBrowsers(): Promise<boolean> {
  const inChromium = await runChild(['tests/e2e/run.ts', '--long'])
  const inOthers = await runChild(['tests/engines/run.ts'])
  return inChromium && inOthers
}

const passed = await Promise.all([
  runChild([VITEST, 'run', '--config', 'vitest.long.config.ts'], { isShown: false }),
  inBrowsers(),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
