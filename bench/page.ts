import type { Browser, Page } from '@playwright/test'
import { buildIfStale } from '../build/build-if-stale.ts'
import clinicFacts from '../clinic.config.ts'
import { clinicDay } from '../tests/e2e/labels.ts'
import { startBareForm } from './support/bare-form.ts'
import { startDemo } from './support/demo.ts'
import { hasLighthouse, type LighthouseReport, lighthouse } from './support/lighthouse.ts'
import { medianOf } from './support/load.ts'
import { amount } from './support/options.ts'
import { type Row, single } from './support/report.ts'
import { openPhone, until, type Visit, visit } from './support/slow-line.ts'
import { PORTAL_HEADERS } from './support/stack.ts'

const LIGHTHOUSE_RUNS = amount(5, 1)
const TAPS = amount(50, 1)
/** One of that many taps goes on to step 3 and is measured beside the bare page; it takes half a minute. */
const ONE_IN = 5
/** Taps are spread over so much time after the first paint. */
const TAPS_WITHIN_MS = 6_000
/** How long a person takes over step 2. */
const STEP_TWO_MS = 10_000
const OWN_LINK_RUNS = amount(15, 1)

/** The bare page says so. */
const HYDRATED = `performance.getEntriesByName('hydrated')[0]?.startTime`
/** The app has taken the page over. */
const LIVE = `document.querySelector('[data-early]') === null && performance.now()`
const TIMES = `[...document.querySelectorAll('section section button[aria-pressed]')].some((time) => time.checkVisibility()) &&
  performance.now()`
/** The visit's buttons are visible. React listens to them by then. */
const USABLE = `[...document.querySelectorAll('main button')].filter((button) => button.checkVisibility()).length >= 3 && performance.now()`

/** The booking page and a visit's own link, in turns with a bare React page of the same form. */
export async function page(): Promise<Row[]> {
  await buildIfStale(console.error)
  const demo = await startDemo()
  const bare = await startBareForm()
  const browser = await openPhone()
  try {
    const booking = `${demo.url}/book-appointment`
    const visitLink = await linkOfBooking(demo.url)
    return [
      ...(await byLighthouse(booking, bare.url)),
      ...(await onSlowLine(browser, booking, bare.url)),
      ...(await ownLink(browser, visitLink, bare.url)),
    ]
  } finally {
    await browser.close()
    await bare.close()
    await demo.close()
  }
}

async function byLighthouse(url: string, bareUrl: string): Promise<Row[]> {
  if (!hasLighthouse()) {
    console.error('Without Lighthouse, which is not installed: npm ci --prefix bench')
    return []
  }
  const ours: Record<string, LighthouseReport[]> = { devtools: [], simulate: [] }
  const bares: Record<string, LighthouseReport[]> = { devtools: [], simulate: [] }
  for (const throttling of Object.keys(ours))
    for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
      bares[throttling]?.push(await lighthouse(bareUrl, throttling))
      ours[throttling]?.push(await lighthouse(url, throttling))
    }
  const score = (reports: LighthouseReport[] = [], category: string) =>
    Math.round(100 * medianOf(reports.map(({ categories }) => categories[category]?.score ?? 0)))
  const metric = (reports: LighthouseReport[] = [], audit: string) =>
    Math.round(medianOf(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)))
  const beside = (value: number, unit: string) => ({ reference: `bare React page: ${value} ${unit}` })
  const points = (category: string, throttling: string, atLeast: number): Row => ({
    ...single(
      `Lighthouse, ${throttling === 'devtools' ? 'applied' : 'simulated'}: ${category}`,
      score(ours[throttling], category),
      'points',
      { atLeast },
    ),
    ...beside(score(bares[throttling], category), 'points'),
  })
  const time = (what: string, audit: string, atMost: number): Row => ({
    ...single(`Lighthouse, applied: ${what}`, metric(ours.devtools, audit), 'ms', { atMost }),
    ...beside(metric(bares.devtools, audit), 'ms'),
  })
  return [
    points('performance', 'devtools', 97),
    time('largest contentful paint', 'largest-contentful-paint', 1_000),
    time('total blocking time', 'total-blocking-time', 200),
    points('performance', 'simulate', 95),
    ...['accessibility', 'best-practices', 'seo'].map((category) => points(category, 'simulate', 100)),
  ]
}

/** @throws Error when something typed is lost */
async function onSlowLine(browser: Browser, url: string, bareUrl: string): Promise<Row[]> {
  const ours: Visit[] = []
  const bares: Visit[] = []
  const again: Visit[] = []
  const waits: number[] = []
  for (let run = 0; run < TAPS; run += 1) {
    const after = (run * TAPS_WITHIN_MS) / TAPS
    if (run % ONE_IN > 0) {
      ours.push(await visit(browser, url, LIVE, (page) => toStepTwo(page, after)))
      continue
    }
    bares.push(await visit(browser, bareUrl, HYDRATED))
    const mine = await visit(browser, url, TIMES, (page) => toStepThree(page, after))
    again.push(await visit(browser, bareUrl, HYDRATED))
    ours.push(mine)
    waits.push(mine.done - (mine.next ?? Number.NaN))
  }
  const taps = ours.map(({ tap = Number.NaN }) => tap).toSorted((one, other) => one - other)
  const p95 = taps[Math.ceil(taps.length * 0.95) - 1] ?? Number.NaN
  return [
    timed('A/A: first paint of the bare page', again, bares, 'firstPaint'),
    timed('400 kbit/s, a quarter of the processor: first paint', ours, bares, 'firstPaint', 1.4),
    single(`the same: from a tap to step 2, p95 of ${TAPS} in the first 6 s`, p95, 'ms', { atMost: 200 }),
    {
      ...single('the same: longest wait for step 3 after 10 s over step 2', Math.max(...waits), 'ms'),
      goal: 'never waits',
    },
  ]
}

async function ownLink(browser: Browser, url: string, bareUrl: string): Promise<Row[]> {
  const ours: Visit[] = []
  const bares: Visit[] = []
  const again: Visit[] = []
  for (let run = 0; run < OWN_LINK_RUNS; run += 1) {
    bares.push(await visit(browser, bareUrl, HYDRATED))
    ours.push(await visit(browser, url, USABLE))
    again.push(await visit(browser, bareUrl, HYDRATED))
  }
  return [
    timed('A/A: hydration of the bare page', again, bares, 'done'),
    timed('a patient’s own link there: usable', ours, bares, 'done', 1.5),
  ]
}

function timed(
  what: string,
  ours: Visit[],
  bares: Visit[],
  key: 'firstPaint' | 'done',
  atMost?: number,
): Row {
  const [mine, theirs] = [ours, bares].map((visits) => medianOf(visits.map((each) => each[key]))) as [
    number,
    number,
  ]
  const ratio = mine / theirs
  return {
    what,
    measured: `${Math.round(mine)} ms`,
    reference: `bare React page: ${Math.round(theirs)} ms`,
    ratio,
    ...(atMost && { goal: `at most ${atMost}`, holds: ratio <= atMost }),
  }
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

/** Books a visit at the demonstration. @returns the link in its confirmation */
async function linkOfBooking(url: string): Promise<string> {
  const doctor = clinicFacts.doctors.find(({ location }) => location === 'lag')
  const email = `ada.${crypto.randomUUID()}@example.com`
  let status = 0
  for (let ahead = 3; status !== 201 && ahead < 30; ahead += 1) {
    const answer = await fetch(`${url}/api/appointments/book`, {
      method: 'POST',
      headers: { ...PORTAL_HEADERS, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        surname: 'Ada',
        other_names: 'Obi',
        email,
        phone_number: '0803 123 4567',
        location: 'lag',
        appointmentType: 'consultation',
        doctor_id: doctor?.id,
        appointment_date: clinicDay(ahead),
        start_time: '10:00',
        description: 'Pain in the lower left when I bite.',
      }),
    })
    status = answer.status
  }
  if (status !== 201) throw new Error(`the demonstration booked nothing, at last ${status}`)
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const outbox = await (await fetch(`${url}/dev/outbox`)).text()
    const mail = outbox.split('<article>').find((each) => each.includes(email)) ?? ''
    const [link] = /\/(?:v|visit)#[\w-]{22}/.exec(mail) ?? []
    if (link) return `${url}${link}`
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('no confirmation came')
}
