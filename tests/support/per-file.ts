import { afterAll, vi } from 'vitest'

/*
 * Runs before every test file. Files share a worker (vitest.config.ts), which saves starting it and loading
 * packages; modules and mocks of one file must not reach the next.
 */
vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
