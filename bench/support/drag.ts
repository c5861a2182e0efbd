import type { CDPSession, Page } from '@playwright/test'
import type { TraceEvent } from './trace-event.ts'

/** What a drag costs the page's main thread; times in milliseconds on the processor. */
export type Drag = {
  frames: number
  /** Of each frame. */
  script: number[]
  tasks: number[]
  layouts: { dirty: number; of: number }[]
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'blink.user_timing']
const BEGUN = 'bench: drag'
/** What runs the page's own code. */
const SCRIPT = ['FunctionCall', 'RunMicrotasks', 'TimerFire']
/** The driver of the browser listens to the mouse as well, from scripts without an address. */
const isOfPage = ({ name, args }: TraceEvent) =>
  SCRIPT.includes(name) && !(name === 'FunctionCall' && args?.data?.url === '')
const MOVES = 150
const FRAME_MS = 17

/** Drags a visit in the middle of the page about, until the last move, and takes it back. */
export async function dragged(page: Page, slowdown: number): Promise<Drag> {
  const blocks = page.locator('.block:has(.edge)')
  const block = blocks.nth(Math.floor((await blocks.count()) / 3))
  await block.scrollIntoViewIfNeeded()
  const box = await block.boundingBox()
  if (!box) throw new Error('There is no visit to be moved.')
  const at = { x: box.x + 12, y: box.y + 6 }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  // Taken up before it is measured: a press is not a frame of a drag.
  await page.mouse.move(at.x + 8, at.y + 8, { steps: 4 })
  await page.locator('.ghost').waitFor()
  // What the page's start has left is no part of a drag.
  await cdp.send('HeapProfiler.collectGarbage')
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  await page.evaluate(`performance.mark('${BEGUN}')`)
  for (let i = 0; i < MOVES; i++) {
    await page.mouse.move(at.x + 8 + (i % 50) * 9, at.y + 8 + (i % 40) * 6)
    // About a frame. Asking the page for one would be script of its own.
    await page.waitForTimeout(FRAME_MS)
  }
  await endTrace(cdp)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await cdp.detach()
  return costOf(events)
}

async function endTrace(cdp: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
}

function costOf(events: readonly TraceEvent[]): Drag {
  const mark = events.find(({ name }) => name === BEGUN)
  if (!mark) throw new Error('The drag is not in its trace.')
  const ofPage = events
    .filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === mark.pid && tid === mark.tid && ts > mark.ts)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const outermost = (isWanted: (event: TraceEvent) => boolean) => {
    let end = 0
    return ofPage.filter((event) => {
      if (!isWanted(event) || event.ts < end) return false
      end = event.ts + (event.dur ?? 0)
      return true
    })
  }
  const cost = ({ tdur, dur = 0 }: TraceEvent) => (tdur ?? dur) / 1000
  const starts = ofPage.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts)
  const script = new Array<number>(starts.length).fill(0)
  for (const event of outermost(isOfPage)) {
    const frame = starts.findLastIndex((ts) => ts <= event.ts)
    if (frame >= 0) script[frame] = (script[frame] ?? 0) + cost(event)
  }
  return {
    frames: starts.length,
    script,
    tasks: outermost(({ name }) => name.includes('RunTask')).map(cost),
    layouts: ofPage
      .filter(({ name }) => name === 'Layout')
      .map(({ args }) => ({
        dirty: args?.beginData?.dirtyObjects ?? 0,
        of: args?.beginData?.totalObjects ?? 0,
      })),
  }
}
