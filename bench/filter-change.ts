import { type CDPSession, chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/browser/find-browser.ts'
import { DEMO_SIGN_IN } from '../server/demo/staff.ts'

/*
 * `node scripts/launch.mjs bench/filter-change.ts http://127.0.0.1:3000`, with `npm run demo` running there: what it
 * costs the page to show another filter's appointments that it has already. Counted is the time of the page's main
 * thread on the processor (script, style, layout and paint, until two frames after the new rows are there), so that
 * other programs on the machine don't count.
 */
const CHANGES = 40

/** Runs in the page: chooses a status as a person does, and waits for other rows and two frames. */
const CHOOSE_STATUS = `async (status) => {
  const frame = () => new Promise(requestAnimationFrame)
  const rows = () => [...document.querySelectorAll('tr[data-row]')].map((row) => row.dataset.row).join()
  const before = rows()
  const select = document.querySelector('select[aria-label^="Status of"]')
  select.value = status
  select.dispatchEvent(new Event('change', { bubbles: true }))
  while (!rows() || rows() === before) await frame()
  await frame()
  await frame()
}`
const url = process.argv[2] ?? 'http://127.0.0.1:3000'

const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags() })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(DEMO_SIGN_IN.username)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.locator('tr[data-row]').first().waitFor()

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const choose = (status: string) => page.evaluate(`(${CHOOSE_STATUS})(${JSON.stringify(status)})`)
  // Once each, so that they are cached.
  await choose('pending')
  await choose('confirmed')
  const costs: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const before = await mainThreadMs(cdp)
    await choose(i % 2 === 0 ? 'pending' : 'confirmed')
    costs.push((await mainThreadMs(cdp)) - before)
  }
  costs.sort((a, b) => a - b)
  const at = (share: number) => `${(costs[Math.ceil(share * CHANGES) - 1] ?? Number.NaN).toFixed(1)} ms`
  console.log(`${CHANGES} changes of the filter: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`)
} finally {
  await browser.close()
}

async function mainThreadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}
