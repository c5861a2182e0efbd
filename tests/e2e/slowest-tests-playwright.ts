import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { slowestTests, type Timing } from '../support/slowest-tests.ts'

/** Prints the slowest tests. It stands before the list reporter, whose summary comes last. */
export default class SlowestTests implements Reporter {
  private readonly timings: Timing[] = []

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.timings.push({ name: test.titlePath().filter(Boolean).join(' > '), milliseconds: duration })
  }

  onEnd(): void {
    if (this.timings.length > 1) process.stdout.write(`${slowestTests(this.timings)}\n`)
  }

  printsToStdio(): boolean {
    return true
  }
}
