import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/browser/find-browser.ts'

/** How many times slower than this machine the page's processor is. */
export const SLOWDOWN = 4
const SIZE = { width: 1180, height: 820 }

/** When things were there, in milliseconds since the navigation began. */
export type Paints = { firstPaint: number; content: number }

/** A browser on a profile of its own. */
export const openBrowser = (profile: string, baseURL: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(console.log),
    args: browserFlags(),
    baseURL,
    viewport: SIZE,
  })

/**
 * Loads a page on a slow processor.
 * @param isThere an expression that is true in the page once what somebody came for is there, which counts when it has been
 * painted
 */
export async function slowly(page: Page, load: () => Promise<unknown>, isThere: string): Promise<Paints> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const { identifier } = await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    // By a timer: asking before each frame would make the browser paint frames that nobody needs.
    source: `{
      const timer = setInterval(() => {
        if (!(${isThere})) return
        clearInterval(timer)
        // Right after the frame in which it is painted.
        requestAnimationFrame(() => setTimeout(() => { window.contentAt = performance.now() }))
      }, 5)
    }`,
  })
  // It works only for pages of a session that has the domain.
  await cdp.send('Page.enable')
  await load()
  const waited = await page.waitForFunction(
    () => (globalThis as { contentAt?: number }).contentAt,
    undefined,
    {
      polling: 50,
    },
  )
  const content = Number(await waited.jsonValue())
  // Notice a moment later than it was.
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const firstPaint = Number(await painted.jsonValue())
  await cdp.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await cdp.detach()
  return { firstPaint, content }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
