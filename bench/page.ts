import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browserFlags, findBrowser } from '../scripts/browser/find-browser.ts'
import { startBareForm } from './support/bare-form.ts'
import { measureOwnLink, measureSlowLine } from './support/slow-line.ts'

/*
 * `npm run bench:page -- http://127.0.0.1:3000`: Lighthouse on the booking page of a running server, mobile, in turns with a bare React page
 * of the same form, median of five. With `-- --slow-line` and an address instead the first minute on 400 kbit/s, 400 ms and a quarter of the
 * processor (support/slow-line.ts), with 50 taps or as many as a number after the address says, which needs no Lighthouse; of a visit's
 * own link (`/v#...`, of a message at /dev/outbox of the demonstration) when it paints and can be used.
 * 'Applied' slows the browser down for real (150 ms, 1.6 Mbit/s, CPU x4); 'simulated' computes it afterwards.
 * Lighthouse brings 114 packages and 175 MB, so it has a package.json of its own here and runs as a program.
 */
const RUNS = 5
const THROTTLING = { applied: 'devtools', simulated: 'simulate' }
/** A report of one page has some 600 kB. */
const MAX_REPORT_BYTES = 50_000_000
const OWN_LINK_RUNS = 15
const TAPS = 50
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
  if (OWN_LINK.test(address.pathname)) await measureOwnLink(url, Number(given[1] ?? OWN_LINK_RUNS))
  else await measureSlowLine(url, Number(given[1] ?? TAPS))
  process.exit()
}
if (!existsSync(lighthouse)) {
  console.error('Lighthouse is not installed: run npm ci --prefix bench, then try again.')
  process.exit(1)
}
const chromePath = findBrowser(console.log)

function run(page: string, throttling: string): Report {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      lighthouse,
      page,
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

const bare = await startBareForm()
for (const [name, throttling] of Object.entries(THROTTLING)) {
  const ours: Report[] = []
  const bares: Report[] = []
  for (let i = 0; i < RUNS; i += 1) {
    bares.push(run(bare.url, throttling))
    ours.push(run(url, throttling))
  }
  for (const [what, reports] of [
    ['booking', ours],
    ['bare', bares],
  ] as const) {
    console.log(
      `${name.padEnd(9)}  ${what.padEnd(7)}  performance ${score(reports, 'performance')}, accessibility ${score(reports, 'accessibility')}, ` +
        `best practices ${score(reports, 'best-practices')}, SEO ${score(reports, 'seo')}; ` +
        `LCP ${metric(reports, 'largest-contentful-paint')} ms, TBT ${metric(reports, 'total-blocking-time')} ms, ` +
        `${metric(reports, 'total-byte-weight')} bytes`,
    )
  }
}
await bare.close()
