import type { Page } from '@playwright/test'
import { REFRESH_TAG } from '../../../contract/seal.ts'
import { addDays } from '../../../domain/clinic-time.ts'
import type { TestDatabase } from '../../support/copy-template.ts'
import { clinicDay, shortDay, spokenDay } from '../labels.ts'
import { appIsCached, arePagesStored, storedPages } from '../offline-support/cached.ts'
import { bookTwoDays, WORDS_OF_PEOPLE } from '../offline-support/known-people.ts'
import { scanFiles } from '../offline-support/scan-files.ts'
import { scanStorage } from '../offline-support/scan-storage.ts'
import { addBlocker, dayAddress, expectOffline, rowOf, rows } from '../offline-support/staff-pages.ts'
import {
  choosePin,
  type Device,
  lockTablet,
  newDevice,
  PIN,
  pinHeading,
  startTablet,
  typePin,
} from '../offline-support/tablet.ts'
import { test as base, type Colleague, expect, signIn, typeSignIn } from '../staff.ts'

/*
 * A reception tablet from its set-up to its end: what it shows after a restart without a connection, what lies on it, as
 * the page's storage and as files on the disk, and when it deletes everything.
 */
const test = base.extend<{ device: Device }>({
  device: async ({ server }, use) => {
    const device = await newDevice(server.url)
    await use(device)
    await device.end()
  },
})

/** Nobody's name is anywhere on the device, and neither is the PIN. @param profile the folder that is looked through */
async function expectNothingInTheClear(page: Page, profile: string): Promise<void> {
  const words = [...WORDS_OF_PEOPLE, PIN]
  const { found } = await scanStorage(page, words)
  expect(found).toEqual([])
  expect(await scanFiles(profile, words)).toEqual([])
}

/** Puts a word into a database as a mistake of ours would, to see that looking through the files finds it. */
const plant = (page: Page, word: string) =>
  page.evaluate(`new Promise((resolve) => {
    const open = indexedDB.open('planted', 1)
    open.onupgradeneeded = () => open.result.createObjectStore('store').put({ name: ${JSON.stringify(word)} }, 'key')
    open.onsuccess = () => { open.result.close(); resolve() }
  })`)

/** Everything that makes the browser a tablet. */
const registration = (page: Page) =>
  page.evaluate(`(async () => {
    const answered = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const database = await answered(indexedDB.open('enamel-tablet'))
    const has = database.objectStoreNames.length > 0
    const records = has ? await answered(database.transaction('tablet').objectStore('tablet').getAll()) : []
    database.close()
    return { mark: localStorage.getItem('receptionTablet'), records: records.length }
  })()`)

/** What an admin does to a colleague who has left. */
async function disable({ pool }: TestDatabase, { id }: Pick<Colleague, 'id'>): Promise<void> {
  await pool.query(`UPDATE staff SET disabled_at = now() WHERE id = $1`, [id])
}

test('a tablet that was closed shows what it keeps after its PIN, while the server is away, and five wrong ones delete it', async ({
  device,
  server,
  clinic,
  staff,
}) => {
  test.slow() // A browser is started three times, and each PIN takes its time.
  const { opened, fetchedAhead } = await bookTwoDays(clinic)
  let { page } = await startTablet(device, await staff.colleague())
  await addBlocker(page, 'Stocktaking')
  await page.goto(dayAddress(opened))
  await expect(page.getByRole('region', { name: 'Abuja' })).toContainText("N'Gwenyama")
  await Promise.all([appIsCached(page), arePagesStored(page, [opened, fetchedAhead, 'list', 'blockers'])])
  await expectNothingInTheClear(page, device.profile)
  await plant(page, 'a planted name')
  expect(await scanFiles(device.profile, ['a planted name'])).not.toEqual([])
  await server.stop()
  // Somebody is signed in, and yet what is kept opens with the PIN alone.
  await page.reload()
  await typePin(page, PIN)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await lockTablet(page)
  await expectNothingInTheClear(page, device.profile)
  await device.end()

  page = await device.start()
  await page.goto('/dashboard')
  await expect(pinHeading(page)).toBeVisible()
  await typePin(page, '194704')
  await expect(page.getByText('Wrong PIN. You have 4 tries left').first()).toBeVisible()
  await typePin(page, PIN)
  await expect(page.getByRole('heading', { name: spokenDay(clinicDay()) })).toBeVisible()
  await expectOffline(page)
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Day' })
    .getByRole('button', { name: shortDay(fetchedAhead) })
    .click()
  await expect(page.getByRole('region', { name: 'Abuja' })).toContainText('Fyneface')
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  const confirm = rows(page)
    .first()
    .getByRole('button', { name: /^Confirm/ })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(confirm).toHaveAccessibleDescription('Sign in to change appointments.')
  await page.getByRole('link', { name: 'Config' }).click()
  await expect(rowOf(page, 'Stocktaking')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add Blocker' }).first()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expectNothingInTheClear(page, device.profile)

  await device.end()
  page = await device.start()
  await page.goto('/config')
  await expect(pinHeading(page)).toBeVisible()
  for (let wrong = 1; wrong <= 5; wrong++) {
    await typePin(page, `30851${wrong}`)
    if (wrong < 5) await expect(page.getByText(`You have ${5 - wrong} tr`).first()).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Erased from this tablet' })).toBeVisible()
  expect(await storedPages(page)).toEqual([])
  // What is left is to sign in, which takes a connection.
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expectNothingInTheClear(page, device.profile)
  await server.start()
})

test('an ended session locks a tablet; a disabled owner takes the pages and a revoked tablet everything', async ({
  device,
  page: elsewhere,
  server,
  clinic,
  staff,
}) => {
  test.slow() // A browser is started twice, and the server twice.
  const { opened } = await bookTwoDays(clinic)
  const ada = await staff.colleague()
  const tablet = await startTablet(device, ada)
  let { page } = tablet
  await page.goto(dayAddress(opened))
  await Promise.all([appIsCached(page), arePagesStored(page, [opened, 'list'])])

  await staff.endSessionsOf(ada)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await server.stop()
  await page.goto('/dashboard')
  await typePin(page, PIN)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await server.start()

  await disable(server.database, ada)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect.poll(() => storedPages(page)).toEqual([])
  expect(await registration(page)).toEqual({ mark: 'set_up', records: 1 })

  const chidi = await staff.colleague()
  await typeSignIn(page, chidi.username, chidi.password)
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  // Without a PIN of their own nothing is kept for them.
  await choosePin(page, PIN)
  await page.goto('/dashboard')
  await arePagesStored(page, [chidi.id, 'list'])
  await device.end()
  await signIn(elsewhere, await staff.colleague())
  await elsewhere.goto('/devices')
  await elsewhere.getByRole('button', { name: `Revoke ${tablet.name}` }).click()
  await elsewhere.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(rowOf(elsewhere, tablet.name)).toContainText('To be erased when next online')

  page = await device.start()
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect.poll(() => registration(page)).toEqual({ mark: null, records: 0 })
  expect(await storedPages(page)).toEqual([])
  await expectNothingInTheClear(page, device.profile)
  await elsewhere.reload()
  await expect(rowOf(elsewhere, tablet.name)).toContainText('Erased')
})

const HOUR_MS = 3_600_000

/** Wakes the service worker as the browser does, whether the app is open or not. */
async function wakeWorker(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  await browser.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag: REFRESH_TAG })
  await browser.detach()
}

test('a tablet that woke up with nobody signed in shows today after its PIN, 20 hours later and without a connection', async ({
  device,
  server,
  clinic,
  staff,
}) => {
  test.slow() // A browser is started three times.
  const { pool } = server.database
  const ada = await staff.colleague()
  const tablet = await startTablet(device, ada)
  let { page } = tablet
  await page.goto('/dashboard')
  await Promise.all([appIsCached(page), arePagesStored(page, [ada.id, 'list'])])
  const known = () =>
    pool.query(
      'SELECT 1 FROM device_people JOIN devices d ON d.id = device_id WHERE key_id IS NOT NULL AND d.name = $1',
      [tablet.name],
    )
  await expect.poll(async () => (await known()).rowCount).toBe(1)
  await staff.endSessionsOf(ada)
  await device.end()

  // What is booked now no session on this tablet has ever fetched.
  await bookTwoDays(clinic)
  const later = Date.now() + 20 * HOUR_MS
  const today = new Date(later + HOUR_MS).toISOString().slice(0, 10)
  const { rows: moved } = await pool.query(
    `UPDATE appointments SET starts_at = $1, ends_at = $1::timestamptz + interval '30 minutes'
     WHERE patient_id IN (SELECT id FROM patients WHERE last_name LIKE 'Fyneface%') RETURNING id`,
    [`${today}T12:00:00+01:00`],
  )
  expect(moved).toHaveLength(1)

  page = await device.start()
  // It asks nothing by itself: what comes, comes by the worker.
  await page.goto('/book-appointment')
  await wakeWorker(page)
  const fetched = () =>
    pool.query(
      `SELECT 1 FROM audit_log WHERE action = 'device.prefetched' AND details->'appointments' ? $1`,
      [moved[0].id],
    )
  await expect.poll(async () => (await fetched()).rowCount).toBe(1)
  const fetchedOn = clinicDay()
  await arePagesStored(page, [addDays(fetchedOn, 14)])
  await expectNothingInTheClear(page, device.profile)
  await device.end()
  await server.stop()

  page = await device.start()
  await page.clock.setFixedTime(later)
  await page.goto('/dashboard')
  await typePin(page, PIN)
  await expect(page.getByRole('heading', { name: spokenDay(today) })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Fyneface')
  // By its day, where that is another one by now.
  const asOf = today === fetchedOn ? /^Offline, as of \d/ : /^Offline, as of \w+ \d+ \w+, \d/
  await expect(page.getByText(asOf).first()).toBeVisible({ timeout: 60_000 })
})
