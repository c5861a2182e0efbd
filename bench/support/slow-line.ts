import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/browser/find-browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** 400 kbit/s, 400 ms. Applied to every request and answer; no connection is set up over it, and no TLS. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SLOWDOWN = 4
/** A page is given up after that, in milliseconds. */
const LIMIT_MS = 60_000

/** Milliseconds since the navigation began. */
export type Visit = { firstPaint: number; done: number; tap?: number; next?: number }

/** Notes in the page how long a tap on 'No' waits for step 2. */
const OBSERVE = `
  window.bench = {}
  addEventListener('click', ({ target, timeStamp }) => {
    if (bench.tap !== undefined || target.closest('a, button')?.textContent !== 'No') return
    const look = () => {
      const field = document.querySelector('[name=firstName]')
      if (field?.checkVisibility()) bench.tap = performance.now() - timeStamp
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, true)`

export const openPhone = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(console.error), args: browserFlags() })

/**
 * Opens a page on a slow line with a slow processor.
 * @param done an expression of the page: since when it is what somebody came for
 * @param act what a person does from the first paint on
 */
export async function visit(
  browser: Browser,
  url: string,
  done: string,
  act: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(OBSERVE)
  await page.goto(url, { waitUntil: 'commit' })
  const firstPaint = await until(page, `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
  await act(page)
  const doneAt = await until(page, done)
  const bench = await page.evaluate<{ tap?: number; next?: number }>('bench')
  await context.close()
  return { firstPaint, done: doneAt, ...bench }
}

export async function until(page: Page, expression: string): Promise<number> {
  const end = Date.now() + LIMIT_MS
  while (Date.now() < end) {
    const value = await page.evaluate<number | false | undefined>(expression)
    if (value) return value
    await page.waitForTimeout(20)
  }
  throw new Error(`Not within ${LIMIT_MS} ms: ${expression}`)
}
