import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browserFlags, findBrowser } from '../scripts/browser/find-browser.ts'
import { measureOwnLink, measureSlowLine } from './support/slow-line.ts'

/*
 * `npm run bench:page -- http://127.0.0.1:3000`: Lighthouse on the booking page of a running server, mobile, median of
 * three. With `-- --slow-line` and an address instead the first minute on 400 kbit/s, 400 ms and a quarter of the processor, in
 * turns with a bare React page (support/slow-line.ts), 15 times or as often as a number after the address says, which needs no Lighthouse; of a visit's own link (`/v#...`,
 * of a message at /dev/outbox of the demonstration) when it paints and can be used. 'Applied' slows the browser down for real (150 ms, 1.6 Mbit/s, CPU x4); 'simulated' computes it afterwards.
 * Lighthouse brings 114 packages and 175 MB, so it has a package.json of its own here and runs as a program.
 */
const RUNS = 3
const THROTTLING = { applied: 'devtools', simulated: 'simulate' }
/** A report of one page has some 600 kB. */
const MAX_REPORT_BYTES = 50_000_000
const SLOW_LINE_RUNS = 15
const OWN_LINK = /^\/(?:v|visit)$/
const isSlowLine = process.argv.includes('--slow-line')
const [, , ...given] = process.argv.filter((word) => word !== '--slow-line')
const address = new URL(given[0] ?? 'http://127.0.0.1:3000')
// The page itself: who is led there from '/' waits for the line once more.
if (address.pathname === '/') address.pathname = '/book-appointment'
const url = address.href
const lighthouse = fileURLToPath(new URL('node_modules/lighthouse/cli/index.js', import.meta.url))

/** What is read of Lighthouse's report. */
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

if (isSlowLine) {
  const measure = OWN_LINK.test(address.pathname) ? measureOwnLink : measureSlowLine
  await measure(url, Number(given[1] ?? SLOW_LINE_RUNS))
  process.exit()
}
if (!existsSync(lighthouse)) {
  console.error('Lighthouse is not installed: run npm ci --prefix bench, then try again.')
  process.exit(1)
}
const chromePath = findBrowser(console.log)

function run(throttling: string): Report {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      lighthouse,
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--throttling-method=${throttling}`,
      `--chrome-flags=--headless ${browserFlags().join(' ')}`,
    ],
    { encoding: 'utf8', maxBuffer: MAX_REPORT_BYTES, env: { ...process.env, CHROME_PATH: chromePath } },
  )
  if (!stdout) throw new Error(`Lighthouse gave no report: ${stderr}`)
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  return report
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const score = (reports: Report[], category: string) =>
  Math.round(100 * median(reports.map((report) => report.categories[category]?.score ?? 0)))
const metric = (reports: Report[], audit: string) =>
  Math.round(median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN)))

for (const [name, throttling] of Object.entries(THROTTLING)) {
  const reports = Array.from({ length: RUNS }, () => run(throttling))
  console.log(
    `${name.padEnd(9)}  performance ${score(reports, 'performance')}, accessibility ${score(reports, 'accessibility')}, ` +
      `best practices ${score(reports, 'best-practices')}, SEO ${score(reports, 'seo')}; ` +
      `LCP ${metric(reports, 'largest-contentful-paint')} ms, TBT ${metric(reports, 'total-blocking-time')} ms, ` +
      `${metric(reports, 'total-byte-weight')} bytes`,
  )
}
