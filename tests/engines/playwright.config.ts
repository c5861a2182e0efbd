import { defineConfig } from '@playwright/test'
import common from '../../playwright.config.ts'
import { findFirefox } from './find-engines.ts'

/** Other engines than Chromium's: a smoke test each, in the browsers that tests/engines/run.ts found. */
export default defineConfig({
  ...common,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results',
  globalSetup: '../e2e/global-setup.ts',
  reporter: [['../e2e/slowest-tests-playwright.ts'], ['list']],
  use: { locale: 'en-US', timezoneId: 'America/Los_Angeles', actionTimeout: 30_000 },
  projects: [
    {
      name: 'firefox',
      testMatch: 'firefox.spec.ts',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: findFirefox() },
        viewport: { width: 1280, height: 800 },
      },
    },
    { name: 'webkit', testMatch: 'webkit.spec.ts' },
  ],
})
