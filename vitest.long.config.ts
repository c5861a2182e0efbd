import { defineConfig } from 'vitest/config'
import { SlowestTests } from './tests/support/slowest-tests-vitest.ts'

/** What takes minutes and is not for every change: one half of `npm run test:long`, with a place in .ci/run. */
export default defineConfig({
  test: {
    name: 'long',
    reporters: [new SlowestTests(), 'default'],
    include: ['tests/long/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    // Each of these loads the machine by itself; the browser's long tests run beside them (tests/long/run.ts).
    fileParallelism: false,
    testTimeout: 10 * 60_000,
    hookTimeout: 120_000,
    passWithNoTests: true,
  },
})
