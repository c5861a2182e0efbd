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
type Run = { firstPaint: number; largestPaint: number; done: number; tap?: number }

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

/**
 * The first minute on a slow line with a slow processor, in turns with a bare React page of the same form: when each paints,
 * when a tap on 'No' (at another moment after the first paint each time) has step 2 on the screen, and when step 3 has
 * times for who fills in and goes on at once, against the bare page's hydration.
 * @param url of the running server's booking page
 */
export async function measureSlowLine(url: string, runs: number): Promise<void> {
  const bare = await startBareForm()
  const browser = await chromium.launch({ executablePath: findBrowser(() => {}), args: browserFlags() })
  const ours: Run[] = []
  const bares: Run[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      bares.push(await visit(browser, bare.url, 0, async () => {}, HYDRATED))
      // From the first paint on to when all is there.
      ours.push(await visit(browser, url, run * 400, toStepThree, TIMES, keepsATime))
    }
  } finally {
    await browser.close()
    await bare.close()
  }
  const early = ours.slice(0, 5)
  printHead()
  printLine('first paint', of(ours, 'firstPaint'), of(bares, 'firstPaint'), '1.15')
  printLine('largest contentful paint', of(ours, 'largestPaint'), of(bares, 'largestPaint'), '1.15')
  printLine(
    'step 3 with times, tapped in the first 2 s; hydration',
    of(early, 'done'),
    of(bares, 'done'),
    '1.5',
  )
  const taps = ours.map(({ tap = Number.NaN }) => Math.round(tap))
  console.log(`Step 2 after a tap, ms: ${taps.join(', ')} (goal: 100 at most)`)
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
  printLine('first paint', of(ours, 'firstPaint'), of(bares, 'firstPaint'), '1.15')
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

/** A time that is on the screen counts when it can be pressed and is the app's choice once that is there. */
async function keepsATime(page: Page): Promise<void> {
  const time = page.locator('section section button[aria-pressed]').last()
  await time.tap()
  await until(page, "document.querySelector('[data-early]') === null")
  if ((await time.getAttribute('aria-pressed')) !== 'true')
    throw new Error('The time that was pressed is lost.')
}

/**
 * @param after the first paint, milliseconds
 * @param check what has to hold once it is done
 */
async function visit(
  browser: Browser,
  url: string,
  after: number,
  act: (page: Page, after: number) => Promise<void>,
  done: string,
  check: (page: Page) => Promise<void> = async () => {},
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
  await check(page)
  const { lcp, tap } = await page.evaluate<{ lcp: number; tap?: number }>('bench')
  await context.close()
  return { firstPaint, largestPaint: lcp, done: doneAt, tap }
}

async function toStepThree(page: Page, after: number): Promise<void> {
  await page.waitForTimeout(after)
  await page.getByRole('link', { name: 'No', exact: true }).tap()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Obi')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Phone Number').fill('0803 123 4567')
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
