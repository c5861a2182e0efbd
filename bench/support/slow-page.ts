import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/browser/find-browser.ts'
import type { TraceEvent } from './trace-event.ts'

/** How many times slower than this machine the page's processor is. */
export const SLOWDOWN = 4
const SIZE = { width: 1180, height: 820 }
/** What says when the main thread works and when a frame is done, and little else: a trace itself takes time. */
const CATEGORIES = ['toplevel', 'devtools.timeline', 'blink.user_timing']
/** Set in the page when it is there; the frame that shows it is the next one. */
const THERE = 'bench: there'

/** With this the main thread hands a frame on. */
const LAST_OF_FRAME = 'Layerize'

/** In milliseconds since the navigation began. */
export type Paints = {
  /** When the page before was gone; until then the browser asks the worker, and puts that page away. */
  begun: number
  /** The first contentful paint. */
  firstPaint: number
  /** When the frame was done that shows what somebody came for. */
  content: number
  /** What the main thread has worked until then, on the processor: other programs don't count. */
  work: number
}

/** A browser on a profile of its own. */
export const openBrowser = (profile: string, baseURL: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(console.log),
    args: browserFlags(),
    baseURL,
    viewport: SIZE,
  })

/**
 * Loads a page and looks when it paints.
 * @param isThere an expression that is true in the page once what somebody came for is in the document
 * @param slowdown how many times slower the processor is made
 */
export async function slowly(
  page: Page,
  load: () => Promise<unknown>,
  isThere: string,
  slowdown = SLOWDOWN,
): Promise<Paints> {
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const { identifier } = await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    // By what changes, and said once: whoever asks again and again takes time from the page.
    source: `if (top === self) {
      const look = () => {
        if (!(${isThere})) return
        observer.disconnect()
        performance.mark('${THERE}')
        // Two frames later the one that shows it is done.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => benchSaysThere(String(performance.now())))))
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, characterData: true })
      // What React hydrates changes nothing.
      const timer = setInterval(() => performance.getEntriesByName('${THERE}').length > 0 ? clearInterval(timer) : look(), 25)
    }`,
  })
  // Both work only for pages of a session that has the domains.
  await cdp.send('Page.enable')
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'benchSaysThere' })
  const there = new Promise((resolve) => cdp.once('Runtime.bindingCalled', resolve))
  await Promise.all([load(), there])
  const firstPaint = Number(await page.evaluate(FIRST_PAINT))
  const begun = Number(await page.evaluate(BEGUN))
  const markedAt = Number(await page.evaluate(`performance.getEntriesByName('${THERE}')[0].startTime`))
  await cdp.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await endTrace(cdp)
  await cdp.detach()
  return { begun, firstPaint, ...untilShown(events, markedAt) }
}

/** When a document has taken the place of the one before. The trace of a new process may begin later. */
const BEGUN = `performance.timing.domLoading - performance.timing.navigationStart`

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list, observer) => {
  const [paint] = list.getEntriesByName('first-contentful-paint')
  if (!paint) return
  observer.disconnect()
  resolve(paint.startTime)
}).observe({ type: 'paint', buffered: true }))`

async function endTrace(cdp: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
}

/** @param markedAt when it was there, milliseconds since the navigation began */
function untilShown(events: readonly TraceEvent[], markedAt: number): Omit<Paints, 'begun' | 'firstPaint'> {
  const mark = events.findLast(({ name }) => name === THERE)
  if (!mark) throw new Error('What the page was to show is not in its trace.')
  const began = mark.ts - markedAt * 1000
  const ofPage = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === mark.pid && tid === mark.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const frame = ofPage.find(({ name, ts }) => name === LAST_OF_FRAME && ts > mark.ts)
  if (!frame) throw new Error('The frame that shows it is not in the trace.')
  const shown = frame.ts + (frame.dur ?? 0)
  let work = 0
  let end = began
  // Tasks within tasks count once.
  for (const { name, ts, dur = 0, tdur = dur } of ofPage) {
    if (!name.includes('RunTask') || ts < end || ts >= shown) continue
    work += tdur
    end = ts + dur
  }
  return { content: (shown - began) / 1000, work: work / 1000 }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
