import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../support/copy-template.ts'
import { expectAccessible } from './axe.ts'
import { clinicDay, dayOfMonth, instantOf, type Slot, spokenDay } from './labels.ts'
import { appIsCached, arePagesStored, storedPages } from './offline-support/cached.ts'
import { bookTwoDays, WORDS_OF_PEOPLE } from './offline-support/known-people.ts'
import { saveRequest } from './offline-support/save-request.ts'
import { scanStorage } from './offline-support/scan-storage.ts'
import { addBlocker, dayAddress, expectOffline, isLive, rowOf, rows } from './offline-support/staff-pages.ts'
import { expect, signIn, test, typeSignIn } from './staff.ts'
import { fillPersonal, heading, next, openMonth, startAsVisitor } from './wizard.ts'

/*
 * What staff can read in an ordinary browser without a connection, and what is left on the device of it. The server is
 * really stopped: a browser that is told to be offline knows it, one whose server is away does not.
 */
test.use({
  serviceWorkers: 'allow',
  // A browser reports each call that reaches nobody.
  expectedProblems: /^failed: |Failed to load resource/,
})

/** What another server process does while this one is away: it books, and somebody confirms the first appointment. */
async function changeMeanwhile({ pool }: TestDatabase, slot: Slot): Promise<void> {
  await pool.query(
    `UPDATE appointments SET status = 'confirmed', version = version + 1
     WHERE id = (SELECT id FROM appointments ORDER BY starts_at LIMIT 1)`,
  )
  await pool.query(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                               appointment_type, complaint, starts_at, ends_at)
     SELECT $1, 'K7M2P9QX', patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type, complaint, $2, $3
     FROM appointments LIMIT 1`,
    [randomUUID(), instantOf(slot), new Date(instantOf(slot).getTime() + 30 * 60_000)],
  )
}

test('staff read list, days and blockers when the server was killed, see by themselves when it is back, and stay signed in', async ({
  page,
  server,
  clinic,
  staff,
}) => {
  test.slow() // Ten pages are opened, and the server is stopped and started.
  const { opened, fetchedAhead } = await bookTwoDays(clinic)
  const ada = await staff.colleague()
  await signIn(page, ada)
  await expect(rows(page)).toHaveCount(3)
  await addBlocker(page, 'Stocktaking')
  await page.goto('/config')
  await expect(rowOf(page, 'Stocktaking')).toBeVisible()
  await page.goto(dayAddress(opened))
  await expect(page.getByRole('region', { name: 'Abuja' })).toContainText("N'Gwenyama")
  const { rows: patients } = await server.database.pool.query(
    `SELECT id FROM patients ORDER BY last_name = 'N''Gwenyama' DESC LIMIT 2`,
  )
  const [seen, unseen] = patients.map(({ id }) => `/patients?patient=${id}`) as [string, string]
  await page.goto(seen)
  await expect(page.getByRole('heading', { name: "N'Gwenyama" })).toBeVisible()
  await page.goto(dayAddress(opened))
  await Promise.all([appIsCached(page), arePagesStored(page, [opened, fetchedAhead, 'list', 'blockers'])])
  await page.goto('/dashboard')
  await isLive(page)
  await expect(rows(page)).toHaveCount(3)
  await server.stop('SIGKILL')
  await expectOffline(page)
  await expect(rows(page)).toHaveCount(3)

  await page.goto(dayAddress(opened))
  await expect(page.getByRole('region', { name: 'Abuja' })).toContainText("N'Gwenyama")
  await expectOffline(page)
  await page.goto('/dashboard')
  await expect(rows(page)).toHaveCount(3)
  await expectOffline(page)
  const confirm = rows(page)
    .first()
    .getByRole('button', { name: /^Confirm/ })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(confirm).toHaveAccessibleDescription(/needs a connection/)

  // Never opened, and here all the same; beyond two weeks nothing is.
  await page.goto(dayAddress(fetchedAhead))
  await expect(page.getByRole('region', { name: 'Abuja' })).toContainText('Fyneface')
  await page.goto(dayAddress(clinicDay(40)))
  await expect(page.getByText("isn't stored on this device")).toBeVisible()
  await page.goto('/config')
  await expect(rowOf(page, 'Stocktaking')).toBeVisible()
  await expectOffline(page)
  const add = page.getByRole('button', { name: 'Add Blocker' }).first()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription("You can change blockers when you're back online.")
  await page.goto('/staff')
  await expect(page.getByText("isn't stored on this device")).toBeVisible()

  // A record that was opened; another one is not there.
  await page.goto(seen)
  await expect(page.getByRole('heading', { name: "N'Gwenyama" })).toBeVisible()
  await expect(page.getByRole('link', { name: "N'Gwenyama" })).toBeVisible()
  const correct = page.getByRole('button', { name: 'Edit' })
  await expect(correct).toHaveAttribute('aria-disabled', 'true')
  await expect(correct).toHaveAccessibleDescription(/^While you're offline, you can only read records/)
  await page.goto(unseen)
  await expect(page.getByText("isn't stored on this device")).toBeVisible()

  await page.goto('/dashboard')
  await expect(rows(page)).toHaveCount(3)
  // Of a connection that was never missed nothing is told.
  await expectOffline(page)
  await changeMeanwhile(server.database, { date: fetchedAhead, time: '13:00' })
  await server.start()
  await expect(rows(page)).toHaveCount(4, { timeout: 60_000 })
  await isLive(page)
  await expect(page.getByText(/^Back online: .*1 new.*1 changed/)).toBeVisible()
  await expect(rows(page).getByText('New', { exact: true })).toHaveCount(1)
  await clinic.book({ date: opened, time: '12:00' }, { surname: 'Ngozi' })
  await expect(rows(page).filter({ hasText: 'Ngozi' })).toBeVisible()
  expect(await staff.sessionsOf(ada)).toBe(1)
})

test('a list that the page asks for just before the worker takes control is on the device', async ({
  page,
  clinic,
  staff,
}) => {
  await clinic.book(await clinic.freeSlot())
  // The worker comes as late as on a slow device: when the list has been asked for and not been answered.
  await page.addInitScript(`{
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    const mayCome = new Promise((resolve) => { window.letWorkerCome = resolve })
    serviceWorker.register = (...worker) => mayCome.then(() => register(...worker))
  }`)
  let isControlled = true
  await page.route(
    /\/appointments\/fct\?.*limit=10/,
    async (route) => {
      isControlled = await page.evaluate('navigator.serviceWorker.controller !== null')
      await page.evaluate('window.letWorkerCome()')
      await expect
        .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 60_000 })
        .toBe(true)
      await route.continue()
    },
    { times: 1 },
  )
  await signIn(page, await staff.colleague())
  await expect(rows(page)).toHaveCount(1)
  expect(isControlled).toBe(false)
  await arePagesStored(page, ['list'])
})

test('a scan of the storage finds what lies there, wherever and in whatever form', async ({ page }) => {
  await page.goto('/book-appointment')
  await page.evaluate(`(async () => {
    localStorage.setItem('one', JSON.stringify({ name: 'In Local' }))
    sessionStorage.setItem('two', 'in session')
    const open = indexedDB.open('three', 1)
    await new Promise((resolve) => {
      open.onupgradeneeded = () => open.result.createObjectStore('store')
      open.onsuccess = resolve
    })
    const store = open.result.transaction('store', 'readwrite').objectStore('store')
    store.put({ deep: [{ text: 'in a value' }] }, 'in a key')
    store.put(new TextEncoder().encode('in utf eight').buffer, 'bytes')
    store.put({ view: new Uint8Array([0, ...new Uint8Array(Uint16Array.from('in utf sixteen', (c) => c.charCodeAt(0)).buffer)]) }, 'odd')
    store.put(new Blob(['in a blob']), 'blob')
    store.put(await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']), 'key')
    await new Promise((resolve) => { store.transaction.oncomplete = resolve })
    open.result.close()
    const cache = await caches.open('in a cache name')
    await cache.put('/address-in-cache', new Response('in a body', { headers: { 'x-word': 'in a header' } }))
  })()`)
  const planted = [
    ...['in local', 'in session', 'in a value', 'in a key', 'in utf eight', 'in utf sixteen', 'in a blob'],
    ...['in a cache name', 'address-in-cache', 'in a body', 'in a header', 'nowhere at all'],
  ]
  const { found } = await scanStorage(page, planted)
  expect(planted.filter((word) => !found.some((each) => each.endsWith(`: ${word}`)))).toEqual([
    'nowhere at all',
  ])
  expect(found.filter((each) => each.endsWith('a key that can be written down'))).toHaveLength(1)
})

test.describe('what is left on the device', () => {
  test.use({
    expectedProblems: /^failed: |status of 401|Failed to load resource/,
  })

  test('while somebody is signed in nothing is in the clear, and after signing out there is nothing at all', async ({
    page,
    context,
    clinic,
    staff,
  }) => {
    const { opened, fetchedAhead } = await bookTwoDays(clinic)
    await signIn(page, await staff.colleague())
    await page.goto(dayAddress(opened))
    await expect(page.getByRole('region', { name: 'Abuja' })).toContainText("N'Gwenyama")
    await Promise.all([appIsCached(page), arePagesStored(page, [opened, fetchedAhead, 'list'])])
    // First, since more may come.
    const stored = await storedPages(page)
    const signedIn = await scanStorage(page, WORDS_OF_PEOPLE)
    expect(signedIn.found).toEqual([])
    expect(stored.length).toBeGreaterThan(6)
    expect(signedIn.entries.indexedDB).toBeGreaterThanOrEqual(stored.length)
    expect(signedIn.entries.caches).toBeGreaterThan(10)
    const pair = (await page.evaluate(() => sessionStorage.getItem('pagesKey'))) ?? ''
    expect(pair).toMatch(/^[\w-]{43}\.[\w-]{43}\.[\w-]{43}$/)
    const key = pair.split('.')[2] ?? ''
    // The private half is where it goes with the tab, and nowhere else.
    const withKey = (await scanStorage(page, [key])).found
    expect(withKey.map((each) => each.split(':')[0])).toEqual(['sessionStorage "pagesKey"'])

    const second = await context.newPage()
    await second.goto('/dashboard')
    await expect(rows(second)).toHaveCount(3)

    // What was asked for without a connection lies there sealed too, and a sign-out asks what is to become of it.
    await context.setOffline(true)
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
    await saveRequest(page, ['Nkechi', 'Quansah', '0803 555 7199'], { time: '10:00' })
    await context.setOffline(false)
    const asked = [...WORDS_OF_PEOPLE, 'Nkechi', 'Quansah', '0803 555 7199', '8035557199']
    const noted = await scanStorage(page, asked)
    expect(noted.found).toEqual([])
    expect(noted.entries.indexedDB).toBeGreaterThan(signedIn.entries.indexedDB)
    await page.getByRole('button', { name: 'your account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    const question = page.getByRole('dialog', { name: 'You have unsent requests' })
    await expect(question).toContainText('Nkechi Quansah')
    await expectAccessible(page, 'the question of a sign-out')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await page.getByRole('button', { name: 'your account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Discard and sign out' }).click()
    for (const tab of [page, second]) {
      await expect(tab.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
      await expect.poll(() => storedPages(tab)).toEqual([])
      const after = await scanStorage(tab, [...asked, key])
      expect(after.found).toEqual([])
      expect(after.entries).toMatchObject({ sessionStorage: 0, indexedDB: 0 })
    }
  })

  test('a page of booking that opens while the only tab of staff is being reloaded deletes nothing of it', async ({
    page,
    context,
    clinic: _,
    staff,
  }) => {
    await signIn(page, await staff.colleague())
    await arePagesStored(page, ['list'])
    const before = await storedPages(page)
    // A tab that is being reloaded is seen by nobody, as one that shows something else for a moment.
    await page.goto('about:blank')
    const visit = await context.newPage()
    // How long is waited is said by `RELOAD_MS` of left-pages.ts; here it is over when the test says so.
    await visit.addInitScript(`{
      const { setTimeout } = window
      window.setTimeout = (then, ms, ...more) =>
        ms === 4_000 ? void (window.endWaiting = then) : setTimeout(then, ms, ...more)
    }`)
    await visit.goto('/book-appointment')
    await expect.poll(() => visit.evaluate("'endWaiting' in window")).toBe(true)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
    // What deletes asks for the lock that the tab holds, and gives up.
    await visit.evaluate('window.endWaiting()')
    const isAsking = `navigator.locks.query().then(({ pending }) => pending.some(({ mode }) => mode === 'exclusive'))`
    await expect.poll(() => visit.evaluate(isAsking)).toBe(false)
    expect(await storedPages(visit)).toEqual(expect.arrayContaining(before))

    await page.close()
    await visit.reload()
    await expect.poll(() => visit.evaluate("'endWaiting' in window")).toBe(true)
    await visit.evaluate('window.endWaiting()')
    await expect.poll(() => storedPages(visit)).toEqual([])
  })

  test('nothing is left either when the last tab was closed, or the session ended; another one sees nothing of it', async ({
    page,
    context,
    server,
    clinic,
    staff,
  }) => {
    test.slow() // Three people sign in one after the other.
    const { opened } = await bookTwoDays(clinic)
    const ada = await staff.colleague()
    const tab = await context.newPage()
    await signIn(tab, ada)
    await arePagesStored(tab, ['list'])
    await tab.close()
    await page.goto('/book-appointment')
    await expect(heading(page, 1)).toBeVisible()
    await expect.poll(() => storedPages(page)).toEqual([])

    await page.goto('/login')
    await typeSignIn(page, ada.username, ada.password)
    await expect(rows(page)).toHaveCount(3)
    await page.goto(dayAddress(opened))
    await arePagesStored(page, ['list', opened])
    await staff.endSessionsOf(ada)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect.poll(() => storedPages(page)).toEqual([])
    expect((await scanStorage(page, WORDS_OF_PEOPLE)).found).toEqual([])

    // A tab that was closed leaves sealed pages behind; whoever signs in next has others, and never those.
    await typeSignIn(page, ada.username, ada.password)
    await expect(rows(page)).toHaveCount(3)
    await page.goto(dayAddress(opened))
    await arePagesStored(page, ['list', opened])
    await appIsCached(page)
    const chidi = await staff.colleague('admin', 'lag')
    const next = await context.newPage()
    await page.close()
    await next.goto('/login')
    await typeSignIn(next, chidi.username, chidi.password)
    await expect(next.getByText(/^No appointments in .* yet/)).toBeVisible()
    await arePagesStored(next, [chidi.id])
    expect((await storedPages(next)).filter((name) => name.includes(ada.id))).toEqual([])
    await server.stop()
    await next.goto(`${dayAddress(opened)}&location=fct`)
    await expect(next.getByText("isn't stored on this device")).toBeVisible()
    await expect(next.getByText("N'Gwenyama")).toHaveCount(0)
    await server.start()
  })
})

// A clock that is behind: src/clock.test.ts.
test('on a device whose clock is a day ahead, today is the clinic’s today, without a connection too', async ({
  page,
  context,
  server,
  clinic,
  staff,
  visitor,
}) => {
  const shift = 24 * 3_600_000
  await context.addInitScript(`{
      const Device = Date
      globalThis.Date = class Date extends Device {
        constructor(...given) {
          if (given.length === 0) super(Device.now() + ${shift})
          else super(...given)
        }
        static now() { return Device.now() + ${shift} }
      }
    }`)
  test.slow() // The wizard, the day sheet, and that once more without a server.
  const { opened } = await bookTwoDays(clinic)
  await signIn(page, await staff.colleague())
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - shift)).toBeLessThan(60_000)
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await next(page)
  await page.getByLabel('Consultation', { exact: true }).check()
  await openMonth(page)
  await expect(page.locator('[aria-current=date]')).toHaveText(dayOfMonth(clinicDay()))
  await page.goto('/dashboard?view=day')
  const today = page.getByRole('heading', { name: spokenDay(clinicDay()) })
  await expect(today).toBeVisible()
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await isLive(page)
  await Promise.all([appIsCached(page), arePagesStored(page, [clinicDay(), opened, 'list'])])
  await server.stop()
  await expectOffline(page)
  await page.reload()
  await expect(today).toBeVisible()
  await expectOffline(page)
  await page.goto('/dashboard')
  await expect(rows(page)).toHaveCount(3)
  await expectOffline(page)
  await server.start()
})
