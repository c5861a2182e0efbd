import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { buildIfStale } from '../build/build-if-stale.ts'
import clinicFacts from '../clinic.config.ts'
import { DEMO_SIGN_IN } from '../server/demo/staff.ts'
import { clinicDay } from '../tests/e2e/labels.ts'
import { appIsCached, arePagesStored } from '../tests/e2e/offline-support/cached.ts'
import { becomeTablet, PIN, typePin } from '../tests/e2e/offline-support/tablet.ts'
import { typeSignIn } from '../tests/e2e/staff.ts'
import { BARE_CONTENT, startBarePage } from './support/bare-page.ts'
import { startDemo } from './support/demo.ts'
import { median, openBrowser, type Paints, SLOWDOWN, slowly } from './support/slow-page.ts'

/*
 * `npm run bench:offline`: how soon the app is there when the worker has it, what a refresh brings over the wire, and
 * what the app takes of a device. On a demonstration of its own. README.md says what is asked of them. What is compared
 * with the bare page takes turns with it on one profile, fifteen times, and medians count. Arguments are another number, and names
 * of what is to be measured alone: `npm run bench:offline -- 5 dashboard`.
 */
const PARTS = ['booking', 'device', 'dashboard', 'process', 'tablet'] as const
const named = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument))
const unknown = named.filter((name) => !PARTS.some((part) => part === name))
if (unknown.length > 0) throw new Error(`There is ${PARTS.join(', ')}, and no ${unknown.join(', ')}.`)
const isAsked = (part: (typeof PARTS)[number]) => named.length === 0 || named.includes(part)
const RUNS = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 15)
/** Turns that are not counted: until a script has run twice, the browser has not stored what it compiled. */
const WARM_UP = 2
/** Starts of the browser itself, which take seconds each. */
const COLD_RUNS = 5
/** What a page still does once it is there is not the next one's time: it comes to rest, as on a desk where somebody reloads it. */
const REST_MS = 500
/** The first step, which is written down in the page. */
const FIRST_STEP = `document.querySelector('main button')`
/** 'No' of it is React's: pressing it leads on. */
const ALIVE = `[...document.querySelectorAll('main button')].some((button) => Object.keys(button).some((key) => key.startsWith('__reactProps')))`
const ROWS = `document.querySelector('[data-row]')`
const PIN_FIELD = `document.querySelector('main input')`

/** Of what is said before a figure, in characters. */
const WIDTH = 70

const say = (what: string, text: string) => console.log(`${what.padEnd(WIDTH)}${text}`)
const ms = (value: number) => `${Math.round(value)} ms`

const folder = await mkdtemp(path.join(tmpdir(), 'enamel-offline-'))
await buildIfStale(console.log)
const bare = await startBarePage()
const demo = await startDemo()
const browser = await openBrowser(path.join(folder, 'ordinary'), demo.url)
try {
  const page = await browser.newPage()
  const openBare = () => page.goto(bare.url)

  await openBare()
  await page.evaluate(`navigator.serviceWorker.ready`)
  await page.goto('/book-appointment')
  await appIsCached(page, 'booking')
  if (isAsked('booking')) {
    const openBooking = () => page.goto(`${demo.url}/book-appointment`)
    await inTurns(page, 'repeat visit of the booking page', openBooking, FIRST_STEP)
    await inTurns(page, 'the same, until a press leads on', openBooking, ALIVE)
  }

  await signIn(page)
  await fillDay(clinicDay(fullDay()))
  await page.goto(`/dashboard?view=day&day=${clinicDay(fullDay())}`)
  await page.locator('[data-row]').first().waitFor()
  await page.goto('/dashboard')
  await Promise.all([appIsCached(page), arePagesStored(page, [clinicDay(14), 'list'])])
  if (isAsked('device')) {
    await refreshOfList(page)
    await heap(page)
    await precache(page)
  }

  await page.goto('/dashboard')
  await page.locator('[data-row]').first().waitFor()
  await demo.stop()
  if (isAsked('dashboard')) {
    const openDashboard = () => page.goto(`${demo.url}/dashboard`)
    await inTurns(page, 'the dashboard without a server', openDashboard, ROWS)
  }
  await browser.close()
  if (isAsked('process'))
    await coldStarts('ordinary', {
      what: 'booking in a new process',
      path: '/book-appointment',
      isThere: FIRST_STEP,
    })
  if (isAsked('tablet')) {
    await demo.start()
    await onTablet()
  }
} finally {
  await browser.close()
  await demo.close()
  bare.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function onTablet(): Promise<void> {
  const setUp = await openBrowser(path.join(folder, 'tablet'), demo.url)
  const page = await setUp.newPage()
  await page.goto(bare.url)
  await page.evaluate(`navigator.serviceWorker.ready`)
  await signIn(page)
  await becomeTablet(page, 'Bench')
  await page.goto('/dashboard')
  await Promise.all([appIsCached(page), arePagesStored(page, [clinicDay(14), 'list'])])
  await setUp.close()
  await demo.stop()
  const unlocks: number[] = []
  await coldStarts(
    'tablet',
    { what: 'tablet in a new process, to the PIN', path: '/dashboard', isThere: PIN_FIELD },
    async (page) => void unlocks.push(await unlocked(page)),
  )
  say(
    '  from the PIN to the day sheet',
    `${ms(median(unlocks))} (PBKDF2 is most of it, and is not slowed down)`,
  )
}

type Cold = { what: string; path: string; isThere: string }

/** Starts the browser itself anew for each load, without a server and in turns with the bare page. */
async function coldStarts(
  profile: string,
  { what, path: address, isThere }: Cold,
  after?: (page: Page) => Promise<void>,
): Promise<void> {
  const cold = async (url: string, isThere: string, after?: (page: Page) => Promise<void>) => {
    const started = await openBrowser(path.join(folder, profile), demo.url)
    const page = await started.newPage()
    const paints = await slowly(page, () => page.goto(url), isThere)
    await after?.(page)
    await started.close()
    return paints
  }
  const turns: { bare: Paints; mine: Paints }[] = []
  for (let i = 0; i < COLD_RUNS; i++)
    turns.push({
      bare: await cold(bare.url, BARE_CONTENT),
      mine: await cold(`${demo.url}${address}`, isThere, after),
    })
  report(what, mediansOf(turns.map(({ mine }) => mine)), mediansOf(turns.map(({ bare }) => bare)))
}

async function unlocked(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.evaluate(`document.addEventListener('click', () => {
    const pressedAt = performance.now()
    const look = () => document.querySelector('[data-day], [data-row], h2') ? (window.took = performance.now() - pressedAt) : requestAnimationFrame(look)
    look()
  }, { capture: true, once: true })`)
  await typePin(page, PIN)
  return Number(await (await page.waitForFunction(() => (globalThis as { took?: number }).took)).jsonValue())
}

type Turn = Record<'slowBare' | 'slow' | 'emptyBare' | 'empty' | 'fullBare' | 'full', Paints>

/**
 * Loads a page in turns with the bare one: both on a slow processor, in their own place and then where the tab was empty, and both
 * at full speed, where their work counts.
 */
async function inTurns(
  page: Page,
  what: string,
  load: () => Promise<unknown>,
  isThere: string,
): Promise<void> {
  const loadBare = () => page.goto(bare.url)
  const turns: Turn[] = []
  /** A page in its own place, as a reload is: what is put away is the page itself, the bare one or ours. */
  const again = async (load: () => Promise<unknown>, isThere: string, slowdown: number) => {
    await load()
    await expect.poll(() => page.evaluate(`Boolean(${isThere})`), { intervals: [50] }).toBe(true)
    await page.waitForTimeout(REST_MS)
    return slowly(page, load, isThere, slowdown)
  }
  /** A page in a tab that has nothing in it, as who opens it has: neither has a page of its own to be put away. */
  const inEmptyTab = async (load: () => Promise<unknown>, isThere: string) => {
    await page.goto('about:blank')
    await page.waitForTimeout(REST_MS)
    return slowly(page, load, isThere)
  }
  for (let i = -WARM_UP; i < RUNS; i++) {
    const turn = {
      slowBare: await again(loadBare, BARE_CONTENT, SLOWDOWN),
      slow: await again(load, isThere, SLOWDOWN),
      emptyBare: await inEmptyTab(loadBare, BARE_CONTENT),
      empty: await inEmptyTab(load, isThere),
      fullBare: await again(loadBare, BARE_CONTENT, 1),
      full: await again(load, isThere, 1),
    }
    if (i >= 0) turns.push(turn)
  }
  const of = (kind: keyof Turn) => mediansOf(turns.map((turn) => turn[kind]))
  report(`${what}, a reload`, of('slow'), of('slowBare'))
  report('  in an empty tab', of('empty'), of('emptyBare'))
  const [fullFloor, mineFull] = [of('fullBare'), of('full')]
  say(
    '  a reload at full speed',
    `content ${ms(mineFull.content)}, main-thread work until then ${ms(mineFull.work)} (bare page: ${ms(fullFloor.content)}, ${ms(fullFloor.work)})`,
  )
}

function report(what: string, mine: Paints, floor: Paints): void {
  const times = (key: keyof Paints) =>
    `${(mine[key] / floor[key]).toFixed(2)} times the bare page's ${ms(floor[key])}`
  say(`${what}: first paint`, `${ms(mine.firstPaint)}, ${times('firstPaint')}`)
  say('    content', `${ms(mine.content)}, ${times('content')}`)
  say('    of both until the page before was gone', `${ms(mine.begun)} (bare page: ${ms(floor.begun)})`)
}

function mediansOf(runs: readonly Paints[]): Paints {
  const of = (key: keyof Paints) => median(runs.map((each) => each[key]))
  return { begun: of('begun'), firstPaint: of('firstPaint'), content: of('content'), work: of('work') }
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
async function fillDay(date: string): Promise<void> {
  for (const { id } of clinicFacts.doctors.filter(({ location }) => location === 'fct')) {
    for (let slot = 0; slot < 16; slot++) {
      const time = `${String(9 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`
      await fetch(`${demo.url}/api/appointments/book`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer portal',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          surname: 'Oluwaseun',
          other_names: `Adeyemi-Bankole`,
          email: `oluwaseun.${id}.${slot}@example.com`,
          phone_number: `080${String(31_000_000 + slot)}`,
          location: 'fct',
          appointmentType: 'consultation',
          doctor_id: id,
          appointment_date: date,
          start_time: time,
          description: 'Tooth pain on the lower left since Tuesday, worse at night',
        }),
      })
    }
  }
}

/** What a change makes the day view fetch, with headers, as it went over the wire. */
async function refreshOfList(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  // What the worker passes on is nothing to the page's own wire.
  await cdp.send('Network.setBypassServiceWorker', { bypass: true })
  const paths = new Map<string, string>()
  const bytes = new Map<string, number>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname.replace('/api', '')),
  )
  const done = new Promise<void>((resolve) => {
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const path = paths.get(requestId)
      if (path) bytes.set(path, (bytes.get(path) ?? 0) + encodedDataLength)
      if (bytes.has('/appointments/fct') && bytes.has('/notifications')) resolve()
    })
  })
  await page.locator('[data-row]').first().waitFor()
  await page
    .getByRole('button', { name: /^Confirm / })
    .first()
    .click()
  await done
  say('refresh of a page of the list', `${bytes.get('/appointments/fct')} bytes`)
  const all = [...bytes].map(([path, count]) => `${path.replace(/[\w-]{36}/, 'its id')} ${count}`)
  say('  all that a change makes the page fetch', all.join(', '))
  await cdp.detach()
}

async function heap(page: Page): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  say('heap of the dashboard with 14 days', `${(usedSize / 1e6).toFixed(1)} MB`)
  await cdp.detach()
}

async function precache(page: Page): Promise<void> {
  const kept = (await page.evaluate(`(async () => {
    const all = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url)
        all.push([pathname, (await (await cache.match(request, { ignoreVary: true })).arrayBuffer()).byteLength, name])
      }
    }
    return all
  })()`)) as [path: string, bytes: number, cache: string][]
  const wire = await Promise.all(kept.map(([path]) => wireBytes(`${demo.url}${path}`)))
  const sum = (numbers: readonly number[]) =>
    `${(numbers.reduce((total, each) => total + each, 0) / 1000).toFixed(0)} kB`
  const isBooking = kept.map(([, , name]) => name !== 'enamel-staff')
  say(
    'precache, as transferred (brotli)',
    `${sum(wire)}, of which everyone ${sum(wire.filter((_, i) => isBooking[i]))}`,
  )
  const sizes = kept.map(([, bytes]) => bytes)
  say(
    '  as it lies on the device',
    `${sum(sizes)}, of which everyone ${sum(sizes.filter((_, i) => isBooking[i]))}`,
  )
}

function wireBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
