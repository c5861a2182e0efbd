import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { slowestTests, type Timing } from '../support/slowest-tests.ts'
import { logWait } from '../support/waits.ts'

const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' > ')

/** Prints the slowest tests, and logs each long wait. It stands before the list reporter, whose summary comes last. */
export default class SlowestTests implements Reporter {
  private readonly timings: Timing[] = []

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.timings.push({ name: nameOf(test), milliseconds: duration })
  }

  /** An expectation or an action; what surrounds them has their time again. */
  onStepEnd(test: TestCase, _: TestResult, { title, duration, steps, category, location }: TestStep): void {
    if (steps.some((step) => step.duration >= duration / 2) || category === 'hook') return
    logWait(duration, nameOf(test), `${title} (${location?.file}:${location?.line})`)
  }

  onEnd(): void {
    if (this.timings.length > 1) process.stdout.write(`${slowestTests(this.timings)}\n`)
  }

  printsToStdio(): boolean {
    return true
  }
}
