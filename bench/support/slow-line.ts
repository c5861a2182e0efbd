import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/browser/find-browser.ts'
import { startBareForm } from './bare-form.ts'
import { median } from './slow-page.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** Applied to every request and answer; no connection is set up over it, and no TLS. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SLOWDOWN = 4
/** A page is given up after that, in milliseconds. */
const LIMIT_MS = 60_000

/** Paints, and what the page says of itself by marks; milliseconds since the navigation began. */
type Run = { firstPaint: number; largestPaint: number; done: number; tap?: number; next: number }

const OBSERVE = `
  window.bench = { lcp: 0 }
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) bench.lcp = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  addEventListener('click', ({ target, timeStamp }) => {
    if (bench.tap !== undefined || target.closest('a, button')?.textContent !== 'No') return
    const look = () => {
      const field = document.querySelector('[name=firstName]')
      if (field?.checkVisibility()) bench.tap = performance.now() - timeStamp
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, true)`

/** Taps are spread over so much time after the first paint, in milliseconds. */
const TAPS_WITHIN_MS = 6_000
/** How long a person takes over step 2, in milliseconds. */
const STEP_TWO_MS = 10_000
/** Every so many runs go on to step 3, beside one of the bare page: they take half a minute. */
const ONE_IN = 5

/**
 * The first minute on a slow line with a slow processor: when the page paints first, in turns with a bare React page of the same
 * form; when a tap on 'No', at another moment after the first paint each time, has step 2 on the screen, with what is typed there
 * at once kept; and how long a person who takes 10 s over step 2 waits for the times of step 3.
 * @param url of the running server's booking page
 * @param taps how many
 * @throws Error when something typed is lost
 */
export async function measureSlowLine(url: string, taps: number): Promise<void> {
  const bare = await startBareForm()
  const browser = await chromium.launch({ executablePath: findBrowser(() => {}), args: browserFlags() })
  const ours: Run[] = []
  const bares: Run[] = []
  const waits: number[] = []
  try {
    for (let run = 0; run < taps; run += 1) {
      const goesOn = run % ONE_IN === 0
      if (goesOn) bares.push(await visit(browser, bare.url, 0, async () => {}, HYDRATED))
      const act = goesOn ? toStepThree : toStepTwo
      const result = await visit(browser, url, (run * TAPS_WITHIN_MS) / taps, act, goesOn ? TIMES : LIVE)
      ours.push(result)
      if (goesOn) waits.push(Math.round(result.done - result.next))
    }
  } finally {
    await browser.close()
    await bare.close()
  }
  printHead()
  printLine('first paint', of(ours, 'firstPaint'), of(bares, 'firstPaint'), '1.4')
  printLine('largest contentful paint', of(ours, 'largestPaint'), of(bares, 'largestPaint'), '')
  const sorted = ours.map(({ tap = Number.NaN }) => Math.round(tap)).sort((one, other) => one - other)
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1]
  console.log(`Step 2 after a tap, ms: p95 ${p95} (goal: 200), the slowest ${sorted.slice(-5).join(', ')}`)
  console.log(`Step 3 with times after Next, ${STEP_TWO_MS / 1_000} s after the tap, ms: ${waits.join(', ')}`)
}

/**
 * A visit's own page on the same line, in turns with the bare React page: when it paints first, and when what can be done there is on
 * the screen and takes a press, against the bare page's hydration.
 * @param url of the running server's own page with a token that is good, `/v#...`
 */
export async function measureOwnLink(url: string, runs: number): Promise<void> {
  const bare = await startBareForm()
  const browser = await chromium.launch({ executablePath: findBrowser(() => {}), args: browserFlags() })
  const ours: Run[] = []
  const bares: Run[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      bares.push(await visit(browser, bare.url, 0, async () => {}, HYDRATED))
      ours.push(await visit(browser, url, 0, async () => {}, USABLE))
    }
  } finally {
    await browser.close()
    await bare.close()
  }
  printHead()
  printLine('first paint', of(ours, 'firstPaint'), of(bares, 'firstPaint'), '')
  printLine('largest contentful paint', of(ours, 'largestPaint'), of(bares, 'largestPaint'), '')
  printLine('usable; hydration', of(ours, 'done'), of(bares, 'done'), '1.5')
}

const HYDRATED = `performance.getEntriesByName('hydrated')[0]?.startTime`
/** The visit's buttons stand there; what draws them listens already. */
const USABLE = `[...document.querySelectorAll('main button')].filter((button) => button.checkVisibility()).length >= 3 && performance.now()`

const of = (list: readonly Run[], key: keyof Run) =>
  Math.round(median(list.map((run) => run[key] ?? Number.NaN)))
const printHead = () => console.log('| median | Enamel | bare React | ratio | goal |\n|---|---|---|---|---|')
const printLine = (what: string, mine: number, theirs: number, goal: string) =>
  console.log(`| ${what} | ${mine} ms | ${theirs} ms | ${(mine / theirs).toFixed(2)} | ${goal} |`)

const TIMES = `[...document.querySelectorAll('section section button[aria-pressed]')].some((time) => time.checkVisibility()) &&
  performance.now()`

/** The app has taken the page over. */
const LIVE = `document.querySelector('[data-early]') === null && performance.now()`

/** @param after the first paint, milliseconds */
async function visit(
  browser: Browser,
  url: string,
  after: number,
  act: (page: Page, after: number) => Promise<void>,
  done: string,
): Promise<Run> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(OBSERVE)
  await page.goto(url, { waitUntil: 'commit' })
  const firstPaint = await until(page, `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
  await act(page, after)
  const doneAt = await until(page, done)
  const { lcp, tap, next = 0 } = await page.evaluate<{ lcp: number; tap?: number; next?: number }>('bench')
  await context.close()
  return { firstPaint, largestPaint: lcp, done: doneAt, tap, next }
}

async function toStepTwo(page: Page, after: number): Promise<void> {
  await page.waitForTimeout(after)
  await page.getByRole('link', { name: 'No', exact: true }).tap()
  await page.getByLabel('First Name').fill('Ada')
  await until(page, LIVE)
  if ((await page.getByLabel('First Name').inputValue()) !== 'Ada') throw new Error('What was typed is lost.')
}

async function toStepThree(page: Page, after: number): Promise<void> {
  await toStepTwo(page, after)
  await page.getByLabel('Last Name').fill('Obi')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Phone Number').fill('0803 123 4567')
  await page.waitForTimeout(STEP_TWO_MS)
  await page.evaluate('void (bench.next = performance.now())')
  await page.getByRole('button', { name: 'Next', exact: true }).tap()
}

async function until(page: Page, expression: string): Promise<number> {
  const end = Date.now() + LIMIT_MS
  while (Date.now() < end) {
    const value = await page.evaluate<number | false | undefined>(expression)
    if (value) return value
    await page.waitForTimeout(20)
  }
  throw new Error(`Not within ${LIMIT_MS} ms: ${expression}`)
}
