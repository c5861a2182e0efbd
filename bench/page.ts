import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { browserFlags, findBrowser } from '../tests/e2e/find-browser.ts'

/*
 * `npm run bench:page -- http://127.0.0.1:3000/book-appointment`: Lighthouse on a running server, mobile, median of
 * three. 'Applied' slows the browser down for real (150 ms, 1.6 Mbit/s, CPU x4); 'simulated' computes it afterwards.
 */
const RUNS = 3
const url = process.argv[2] ?? 'http://127.0.0.1:3000/book-appointment'
const chromePath = findBrowser(console.log)

async function run(flags: Flags): Promise<Result> {
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'enamel-lighthouse-'))
  const browser = await launch({ chromePath, userDataDir, chromeFlags: ['--headless', ...browserFlags()] })
  try {
    const result = await lighthouse(url, { ...flags, port: browser.port, logLevel: 'error' })
    if (!result) throw new Error('Lighthouse gave no result')
    return result.lhr
  } finally {
    browser.kill()
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const score = (results: Result[], category: string) =>
  Math.round(100 * median(results.map((result) => result.categories[category]?.score ?? 0)))
const metric = (results: Result[], audit: string) =>
  Math.round(median(results.map((result) => result.audits[audit]?.numericValue ?? Number.NaN)))

for (const [name, flags] of Object.entries({
  applied: { throttlingMethod: 'devtools' },
  simulated: { throttlingMethod: 'simulate' },
} satisfies Record<string, Flags>)) {
  const results: Result[] = []
  for (let i = 0; i < RUNS; i++) results.push(await run(flags))
  console.log(
    `${name.padEnd(9)}  performance ${score(results, 'performance')}, accessibility ${score(results, 'accessibility')}, ` +
      `best practices ${score(results, 'best-practices')}, SEO ${score(results, 'seo')}; ` +
      `LCP ${metric(results, 'largest-contentful-paint')} ms, TBT ${metric(results, 'total-blocking-time')} ms, ` +
      `${metric(results, 'total-byte-weight')} bytes`,
  )
}
