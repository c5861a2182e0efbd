import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/browser/find-browser.ts'

/** How many times slower than this machine the page's processor is. */
const SLOWDOWN = 4
const SIZE = { width: 1180, height: 820 }

/** In milliseconds since the navigation began. */
export type Paints = {
  /** The first contentful paint. */
  firstPaint: number
  /** When the frame was done that shows what somebody came for. */
  content: number
}

/** A browser on a profile of its own. */
export const openBrowser = (profile: string, baseURL: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(console.error),
    args: browserFlags(),
    baseURL,
    viewport: SIZE,
  })

/**
 * Loads a page on a slow processor and looks when it paints.
 * @param isThere an expression that is true in the page once what somebody came for is in the document
 */
export async function slowly(page: Page, load: () => Promise<unknown>, isThere: string): Promise<Paints> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const { identifier } = await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    // By what changes, and said once: whoever asks again and again takes time from the page.
    source: `if (top === self) {
      const look = () => {
        if (!(${isThere})) return
        observer.disconnect()
        clearInterval(timer)
        // What comes after the next frame's callbacks finds that frame done.
        requestAnimationFrame(() => setTimeout(() => benchSaysThere(String(performance.now()))))
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, characterData: true })
      // What React hydrates changes nothing.
      const timer = setInterval(look, 25)
    }`,
  })
  // Both work only for pages of a session that has the domains.
  await cdp.send('Page.enable')
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'benchSaysThere' })
  const there = new Promise<number>((resolve) =>
    cdp.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload))),
  )
  const [content] = await Promise.all([there, load()])
  const firstPaint = Number(await page.evaluate(FIRST_PAINT))
  await cdp.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await cdp.detach()
  return { firstPaint, content }
}

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list, observer) => {
  const [paint] = list.getEntriesByName('first-contentful-paint')
  if (!paint) return
  observer.disconnect()
  resolve(paint.startTime)
}).observe({ type: 'paint', buffered: true }))`
