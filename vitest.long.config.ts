import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SlowestTests } from './tests/support/slowest-tests-vitest.ts'
import { WAIT_MS } from './tests/support/waits.ts'

/** The chaos first: it waits for most of its time, and takes as long as all others after each other. */
class ChaosFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('chaos') ? 0 : 1)
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** What takes minutes and is not for every change: one half of `npm run test:long`, with a place in .ci/run. */
export default defineConfig({
  test: {
    name: 'long',
    reporters: [new SlowestTests(), 'default'],
    include: ['tests/long/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    // The others one after the other beside the chaos; the browser's long tests run beside both (tests/long/run.ts).
    maxWorkers: 2,
    sequence: { sequencer: ChaosFirst },
    expect: { poll: { timeout: WAIT_MS } },
    // Ends what hangs. A busy machine takes ten times as long as a quiet one.
    testTimeout: 60 * WAIT_MS,
    hookTimeout: 2 * WAIT_MS,
    passWithNoTests: true,
  },
})
