import { defineConfig } from '@playwright/test'
import { browserFlags } from './scripts/browser/find-browser.ts'

const inCi = process.env.CI !== undefined

// Minutes each: they have a command of their own (tests/e2e/run.ts), and a place in .ci/run.
const ignored = process.env.LONG_TESTS ? [] : ['**/long/**']

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: ignored,
  outputDir: 'test-results',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // More than a small machine has cores: a worker waits for much of its time.
  workers: 4,
  retries: 0,
  forbidOnly: inCi,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['./tests/e2e/slowest-tests-playwright.ts'], ['list']],
  use: {
    locale: 'en-US',
    // Nine hours behind the clinic: a time that leaks the device's zone cannot pass by luck.
    timezoneId: 'America/Los_Angeles',
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // What is tested is what the server sends; specs about what is kept allow the worker.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    // Recording slows every test down: TRACE=1 when a failure's picture does not say enough.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // What tests/e2e/run.ts found; without it Playwright's own.
      executablePath: process.env.CHROME_PATH,
      args: browserFlags(),
    },
  },
})
