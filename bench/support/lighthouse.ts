import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { browserFlags, findBrowser } from '../../scripts/browser/find-browser.ts'

const program = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))
/** A report of one page has some 600 kB. */
const MAX_REPORT_BYTES = 50_000_000

/** What is read of Lighthouse's report. */
export type LighthouseReport = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Lighthouse brings 114 packages and 175 MB, so it has a package.json of its own in this folder and runs as a program. */
export const hasLighthouse = (): boolean => existsSync(program)

/** @param throttling 'devtools' slows the browser down for real (150 ms, 1.6 Mbit/s, CPU x4), 'simulate' computes it afterwards */
export async function lighthouse(url: string, throttling: string): Promise<LighthouseReport> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--throttling-method=${throttling}`,
      `--chrome-flags=--headless ${browserFlags().join(' ')}`,
    ],
    { maxBuffer: MAX_REPORT_BYTES, env: { ...process.env, CHROME_PATH: findBrowser(console.error) } },
  )
  const report: LighthouseReport = JSON.parse(stdout)
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  return report
}
