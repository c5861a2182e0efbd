import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { buildIfStale } from '../build/build-if-stale.ts'
import clinicFacts from '../clinic.config.ts'
import { timeOf } from '../domain/clinic-time.ts'
import { DEMO_SIGN_IN } from '../server/operations/demo/staff.ts'
import { clinicDay } from '../tests/e2e/labels.ts'
import { appIsCached, arePagesStored } from '../tests/e2e/offline-support/cached.ts'
import { typeSignIn } from '../tests/e2e/staff.ts'
import { type Demo, startDemo } from './support/demo.ts'
import { medianOf } from './support/load.ts'
import { amount } from './support/options.ts'
import { type Row, single } from './support/report.ts'
import { openBrowser, type Paints, slowly } from './support/slow-page.ts'
import { PORTAL_HEADERS } from './support/stack.ts'

const RUNS = amount(15, 1)
/** Until a script has run twice, the browser has not stored what it compiled. */
const WARM_UP = amount(2, 0)
/** What a page still does once it is there is not the next one's time. */
const REST_MS = 500
const SECOND = { atMost: 1_000 }

const FIRST_STEP = `document.querySelector('main h1')`
const ROW = `document.querySelector('tr[data-row]')`
const VISIT = `document.querySelector('.block')`

/** A reload without a server, with a quarter of the processor, and what the app takes of a device. */
export async function offline(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-offline-'))
  await buildIfStale(console.error)
  const demo = await startDemo()
  const browser = await openBrowser(folder, demo.url)
  try {
    const page = await browser.newPage()
    await page.goto('/book-appointment')
    await appIsCached(page, 'booking')
    const onPhone = await storedMegabytes(page)

    const day = clinicDay(fullDay())
    await signIn(page)
    await fillDay(demo, day)
    await page.goto(`/dashboard?view=day&day=${day}`)
    await page.locator('.block').first().waitFor()
    await page.goto('/dashboard')
    await Promise.all([appIsCached(page), arePagesStored(page, [day, 'list'])])
    const forStaff = await storedMegabytes(page)

    await demo.stop()
    const booking = await reloads(page, '/book-appointment', FIRST_STEP)
    const list = await reloads(page, '/dashboard', ROW)
    const visits = await reloads(page, `/dashboard?view=day&day=${day}`, VISIT)
    return [
      single('stored on a phone of patients', onPhone, 'MB', { atMost: 0.8 }),
      single('stored on a device of staff', forStaff, 'MB', { atMost: 1.5 }),
      single('without a server, a quarter of the processor: booking’s first step', booking.content, 'ms'),
      { ...single('the same: skeleton of the dashboard', list.firstPaint, 'ms'), goal: 'immediately' },
      single('the same: its list', list.content, 'ms', SECOND),
      single('the same: a full day', visits.content, 'ms', SECOND),
    ]
  } finally {
    await browser.close()
    await demo.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function reloads(page: Page, address: string, isThere: string): Promise<Paints> {
  const runs: Paints[] = []
  await page.goto(address)
  for (let i = -WARM_UP; i < RUNS; i++) {
    await expect
      .poll(() => page.evaluate(`Boolean(${isThere})`), { intervals: [50], timeout: 60_000 })
      .toBe(true)
    await page.waitForTimeout(REST_MS)
    const paints = await slowly(page, () => page.reload(), isThere)
    if (i >= 0) runs.push(paints)
  }
  return {
    firstPaint: medianOf(runs.map(({ firstPaint }) => firstPaint)),
    content: medianOf(runs.map(({ content }) => content)),
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, DEMO_SIGN_IN.username, DEMO_SIGN_IN.password)
  await page.locator('[data-row]').first().waitFor()
}

/** How many days from today the next weekday is: with three doctors, 48 appointments. */
function fullDay(): number {
  const hours = clinicFacts.locations.find(({ code }) => code === 'fct')?.openingHours ?? []
  let day = 1
  while (hours[new Date(`${clinicDay(day)}T12:00:00Z`).getUTCDay()]?.[0]?.to !== '17:00') day++
  return day
}

/** Books every time of a day that is still free. */
async function fillDay({ url }: Demo, date: string): Promise<void> {
  for (const { id } of clinicFacts.doctors.filter(({ location }) => location === 'fct')) {
    for (let slot = 0; slot < 16; slot++) {
      const { status } = await fetch(`${url}/api/appointments/book`, {
        method: 'POST',
        headers: { ...PORTAL_HEADERS, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({
          surname: 'Oluwaseun',
          other_names: `Adeyemi-Bankole`,
          email: `oluwaseun.${id}.${slot}@example.com`,
          phone_number: `080${String(31_000_000 + slot)}`,
          location: 'fct',
          appointmentType: 'consultation',
          doctor_id: id,
          appointment_date: date,
          start_time: timeOf(9 * 60 + slot * 30),
          description: 'Tooth pain on the lower left since Tuesday, worse at night',
        }),
      })
      if (status !== 201 && status !== 409) throw new Error(`booking answered ${status}`)
    }
  }
}

/** What the worker has put into Cache Storage. */
async function storedMegabytes(page: Page): Promise<number> {
  const bytes = await page.evaluate(`(async () => {
    let all = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        all += (await (await cache.match(request, { ignoreVary: true })).arrayBuffer()).byteLength
    }
    return all
  })()`)
  return Number(bytes) / 1e6
}
