import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { buildIfStale } from '../build/build-if-stale.ts'
import clinicFacts from '../clinic.config.ts'
import { addDays, timeOf, weekdayOf } from '../domain/clinic-time.ts'
import { DEMO_SIGN_IN } from '../server/demo/staff.ts'
import { clinicDay } from '../tests/e2e/labels.ts'
import { appIsCached, arePagesStored } from '../tests/e2e/offline-support/cached.ts'
import { typeSignIn } from '../tests/e2e/staff.ts'
import { startDemo } from './support/demo.ts'
import { type Drag, dragged } from './support/drag.ts'
import { median, openBrowser, SLOWDOWN, slowly } from './support/slow-page.ts'

/*
 * `node scripts/launch.mjs bench/calendar.ts`: dragging a visit over a day of 60 and a week of 300, four times slower, by a trace of
 * the page's main thread; and how soon a stored day can be read without a server, beside the list in turns. On a
 * demonstration of its own. As an argument another number of turns than nine.
 */
const RUNS = Number(process.argv[2] ?? 9)
const WARM_UP = 2
const A_DAY = 60
const BLOCK = `document.querySelector('.block')`
const ROW = `document.querySelector('tr[data-row]')`

const folder = await mkdtemp(path.join(tmpdir(), 'enamel-calendar-'))
await buildIfStale(console.log)
const demo = await startDemo()
const browser = await openBrowser(path.join(folder, 'ordinary'), demo.url)
try {
  const page = await browser.newPage()
  await page.goto('/login')
  await typeSignIn(page, DEMO_SIGN_IN.username, DEMO_SIGN_IN.password)
  await page.locator('[data-row]').first().waitFor()
  // Beyond what the demonstration has booked.
  const monday = addDays(clinicDay(21), 8 - (weekdayOf(clinicDay(21)) || 7))
  for (let day = 0; day < 5; day++) await fillDay(page, addDays(monday, day))

  for (const view of ['day', 'week']) {
    await page.goto(`/dashboard?view=${view}&day=${monday}`)
    await page.locator('.block').first().waitFor()
    const count = await page.locator('.block').count()
    report(`dragging over a ${view} of ${count} visits`, await dragged(page, SLOWDOWN))
  }

  await page.goto(`/dashboard?view=day&day=${monday}`)
  await page.locator('.block').first().waitFor()
  await page.goto('/dashboard')
  await Promise.all([appIsCached(page), arePagesStored(page, [monday, 'list'])])
  await demo.stop()
  const contents = { list: [] as number[], day: [] as number[] }
  const addresses = { list: '/dashboard', day: `/dashboard?view=day&day=${monday}` }
  for (let i = -WARM_UP; i < RUNS; i++) {
    for (const view of ['list', 'day'] as const) {
      const load = () => page.goto(addresses[view])
      const isThere = view === 'list' ? ROW : BLOCK
      // A page in its own place, as a reload is.
      await load()
      await expect.poll(() => page.evaluate(`Boolean(${isThere})`), { intervals: [50] }).toBe(true)
      const { content } = await slowly(page, load, isThere)
      if (i >= 0) contents[view].push(content)
    }
  }
  const [list, day] = [median(contents.list), median(contents.day)]
  console.log(
    `a stored day of ${A_DAY} without a server: ${Math.round(day)} ms, ${(day / list).toFixed(2)} times the list (${Math.round(list)} ms), ${RUNS} turns`,
  )
} finally {
  await browser.close()
  await demo.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Books a day of Abuja full with visits of a quarter of an hour. What a blocker covers is left out. */
async function fillDay(page: Page, date: string): Promise<void> {
  const token = await page.evaluate(`sessionStorage.getItem('token')`)
  let booked = 0
  for (const { id } of clinicFacts.doctors.filter(({ location }) => location === 'fct')) {
    for (let minute = 9 * 60; minute < 17 * 60 && booked < A_DAY; minute += 15) {
      const answer = await fetch(`${demo.url}/api/appointments/desk`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          location: 'fct',
          appointment_date: date,
          start_time: timeOf(minute),
          doctor: id,
          duration: 15,
          channel: 'phone',
          reachable: false,
          patient: { firstName: 'Oluwaseun', lastName: 'Adeyemi-Bankole' },
        }),
      })
      if (answer.status === 201) booked += 1
      else if (answer.status !== 409) throw new Error(`${answer.status}: ${await answer.text()}`)
    }
  }
}

function report(what: string, { frames, script, tasks, layouts }: Drag): void {
  const at = (values: readonly number[], share: number) =>
    `${(values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0).toFixed(1)} ms`
  console.log(
    `${what}: ${frames} frames; script of a frame p50 ${at(script, 0.5)}, p95 ${at(script, 0.95)}, most ${at(script, 1)}; ` +
      `longest task ${at(tasks, 1)}; ${layouts.length} layouts, of at most ${Math.max(0, ...layouts.map(({ dirty }) => dirty))} of ` +
      `${Math.max(0, ...layouts.map(({ of }) => of))} boxes`,
  )
}
