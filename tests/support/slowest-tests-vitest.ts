import type { Reporter, TestModule } from 'vitest/node'
import { slowestTests } from './slowest-tests.ts'
import { logWait } from './waits.ts'

/** Listed before the default reporter, whose summary comes last. */
export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const timings = tests.map((test) => ({
      name: `${test.module.relativeModuleId} > ${test.fullName}`,
      milliseconds: test.diagnostic()?.duration ?? 0,
    }))
    for (const { name, milliseconds } of timings) logWait(milliseconds, name, 'the whole test')
    if (timings.length > 1) process.stdout.write(`${slowestTests(timings)}\n`)
  }
}
