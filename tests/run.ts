import { runChild, VITEST } from './support/run-child.ts'

/* `npm test`: the tests of vitest, then those in a browser. */
const passed = (await runChild([VITEST, 'run'])) && (await runChild(['tests/e2e/run.ts']))
process.exitCode = passed ? 0 : 1
