import { afterAll, expect, vi } from 'vitest'
import { logWait, WAIT_MS } from './waits.ts'

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

/** Vitest's own, which gives up after a second. `expect.poll` has a setting for that (vitest.config.ts), this has none. */
const OWN = Symbol.for("Vitest's own vi.waitFor")
const shared = globalThis as { [OWN]?: typeof vi.waitFor }
shared[OWN] ??= vi.waitFor
const waitFor = shared[OWN]
const { performance } = globalThis

vi.waitFor = async (check, options) => {
  const began = performance.now()
  try {
    return await waitFor(check, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options })
  } finally {
    logWait(performance.now() - began, expect.getState().currentTestName ?? '', `vi.waitFor ${check}`)
  }
}
