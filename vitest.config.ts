import { defineConfig } from 'vitest/config'
import { bakedInConstants } from './scripts/build/baked-in.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        // Rules and screens' logic: no server, no database.
        define: bakedInConstants({}),
        test: { name: 'rules', include: ['{domain,contract,seal,src,sw,scripts}/**/*.test.{ts,tsx}'] },
      },
      {
        // The API against a real PostgreSQL.
        test: {
          name: 'server',
          include: ['{server,tests}/**/*.test.ts'],
          // Minutes each: vitest.long.config.ts.
          exclude: ['tests/long/**'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
