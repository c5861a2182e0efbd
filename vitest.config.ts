import { defineConfig } from 'vitest/config'
import { bakedInConstants } from './scripts/build/baked-in.ts'
import { SlowestTests } from './tests/support/slowest-tests-vitest.ts'
import { WAIT_MS } from './tests/support/waits.ts'

/** One process for many files: tests/support/per-file.ts keeps them apart. docs/testing.md has the figures. */
const SHARED_WORKERS = {
  isolate: false,
  setupFiles: ['tests/support/per-file.ts'],
  expect: { poll: { timeout: WAIT_MS } },
  testTimeout: 2 * WAIT_MS,
  hookTimeout: 2 * WAIT_MS,
}

export default defineConfig({
  test: {
    // More than a small machine has cores: the server's tests wait for much of their time.
    maxWorkers: 4,
    reporters: [new SlowestTests(), 'default'],
    projects: [
      {
        // Rules and screens' logic: no server, no database.
        define: bakedInConstants({}),
        test: {
          ...SHARED_WORKERS,
          name: 'rules',
          include: [
            '{domain,contract,build,seal,src,sw,scripts,bench}/**/*.test.{ts,tsx}',
            'tests/{architecture,docs}.test.ts',
          ],
        },
      },
      {
        // The API against a real PostgreSQL.
        test: {
          ...SHARED_WORKERS,
          name: 'server',
          include: ['{server,tests}/**/*.test.ts'],
          // Minutes each: vitest.long.config.ts.
          exclude: ['tests/long/**', 'tests/{architecture,docs}.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
