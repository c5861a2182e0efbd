import { afterAll, vi } from 'vitest'

/*
 * Runs before every test file. Files share a worker (vitest.config.ts), which saves its start and what packages take to
 * load; our own modules, and what a test replaced, must not reach the next file.
 */
vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
