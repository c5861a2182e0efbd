import path from 'node:path'
import type { Page, Response } from '@playwright/test'
import { appIsCached, arePagesStored } from '../offline-support/cached.ts'
import { bookTwoDays } from '../offline-support/known-people.ts'
import { dayAddress, expectOffline, rows } from '../offline-support/staff-pages.ts'
import { expect, signIn, test } from '../staff.ts'
import { heading } from '../wizard.ts'
import { AFTER, BEFORE, nextVersion } from './next-version.ts'

/*
 * The proof of updates: a new version is really deployed, built from changed sources and started in place of the old
 * server, while tabs are open. They go on with the parts they were built with, and change when somebody says so.
 */

// Between the two servers nobody answers.
test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|api\// })

/** Scripts that the page fetches from now on, by name. */
function scriptsOf(page: Page): { name: string; response: Response }[] {
  const scripts: { name: string; response: Response }[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/assets\/.*\.js$/.test(pathname)) scripts.push({ name: path.basename(pathname), response })
  })
  return scripts
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const notice = (page: Page) => page.getByText('A new version of Enamel is ready.')
const reload = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true }).click()
const markAsOpen = (page: Page) => page.evaluate('void (window.isStillOpen = true)')
/** The page waits for the new worker, which takes its time on a busy machine. */
const AFTER_RELOAD = { timeout: 60_000 }
const isStillOpen = (page: Page) => page.evaluate<boolean>('window.isStillOpen === true')
const config = (page: Page) => page.getByRole('link', { name: 'Config', exact: true }).click()

test.afterEach(async ({ server }) => {
  await server.stop()
  await server.start()
})

test('open tabs survive a deploy, say that it is there, and change when somebody presses Reload', async ({
  page: typing,
  context,
  browser,
  baseURL,
  server,
  staff,
  clinic: _,
  visitor,
}) => {
  test.setTimeout(240_000)
  const next = await nextVersion()
  const isOld = ({ name }: { name: string }) => !next.assets.includes(name)

  // With the worker: somebody who types, somebody who has only looked, and the front desk.
  await typing.goto('/book-appointment')
  const looking = await context.newPage()
  await looking.goto('/book-appointment')
  const desk = await context.newPage()
  await signIn(desk, await staff.colleague())
  await appIsCached(desk)
  await typing.getByRole('link', { name: 'No', exact: true }).click()
  await typing.getByLabel('First Name').fill(visitor.firstName)
  // Without: a browser that has none, or a first visit on a slow line.
  const bare = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const bareLooking = await bare.newPage()
  await bareLooking.goto('/book-appointment')
  await expect(title(bareLooking, BEFORE.booking)).toBeVisible()
  const bareDesk = await bare.newPage()
  await signIn(bareDesk, await staff.colleague())
  const tabs = [typing, looking, desk, bareLooking, bareDesk]
  await Promise.all(tabs.map(markAsOpen))

  await server.stop()
  await server.start({}, next.checkout)

  // Old parts: from the worker, and from what the server keeps.
  const fromWorker = scriptsOf(looking)
  // Not 'No': tabs of one browser share one draft.
  await looking.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(looking.getByRole('button', { name: 'Continue as a visitor' })).toBeVisible()
  const old = fromWorker.filter(isOld)
  expect(old.length).toBeGreaterThan(0)
  expect(old[0]?.response.fromServiceWorker()).toBe(true)
  for (const [tab, open] of [
    [bareLooking, () => bareLooking.getByRole('link', { name: 'No', exact: true }).click()],
    [bareDesk, () => config(bareDesk)],
  ] as const) {
    const scripts = scriptsOf(tab)
    await open()
    await expect(tab === bareDesk ? title(tab, 'Appointment Blockers') : heading(tab, 2)).toBeVisible()
    // Step 2 is in the page, and its script comes after the press.
    await expect.poll(() => scripts.filter(isOld).length).toBeGreaterThan(0)
    expect(scripts.map(({ response }) => response.status())).toEqual(scripts.map(() => 200))
  }

  // What a tab does by itself every hour.
  await desk.evaluate(
    'navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => {})',
  )
  for (const tab of [typing, looking, desk]) await expect(notice(tab)).toBeVisible()
  await expect(typing.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await looking.getByRole('button', { name: 'Later', exact: true }).click()
  await expect(notice(looking)).toHaveCount(0)
  for (const tab of tabs) expect(await isStillOpen(tab)).toBe(true)

  await reload(typing)
  await expect(title(typing, AFTER.booking)).toBeVisible(AFTER_RELOAD)
  await expect(heading(typing, 2)).toBeVisible()
  await expect(typing.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await expect(notice(typing)).toHaveCount(0)

  // The new worker has none of the old parts; the desk's tab is as it was all the same.
  const fromServer = scriptsOf(desk)
  await config(desk)
  await expect(title(desk, 'Appointment Blockers')).toBeVisible()
  expect(fromServer.filter(isOld).length).toBeGreaterThan(0)
  expect(await isStillOpen(desk)).toBe(true)
  await desk.getByRole('link', { name: 'Booked', exact: true }).click()
  await expect(title(desk, BEFORE.dashboard)).toBeVisible()
  await reload(desk)
  await expect(title(desk, AFTER.dashboard)).toBeVisible(AFTER_RELOAD)
  await bare.close()
})

for (const { schema, isRead } of [
  { schema: 'the same', isRead: true },
  { schema: 'another', isRead: false },
]) {
  test.describe(() => {
    let next: Awaited<ReturnType<typeof nextVersion>>
    // A build beside other tests takes a busy machine a minute, which is not the test's own.
    test.beforeAll(async () => {
      next = await nextVersion(
        isRead ? {} : { 'contract/seal-limits.ts': ['SEAL_SCHEMA = 1', 'SEAL_SCHEMA = 2'] },
      )
    })

    test(`a new version whose stored answers have ${schema} schema reads what the former one stored: ${isRead}`, async ({
      page,
      server,
      staff,
      clinic,
    }) => {
      test.setTimeout(180_000)
      const { opened, fetchedAhead } = await bookTwoDays(clinic)
      await signIn(page, await staff.colleague())
      await expect(rows(page)).toHaveCount(3)
      await Promise.all([appIsCached(page), arePagesStored(page, [opened, fetchedAhead, 'list'])])

      await server.stop()
      await server.start({}, next.checkout)
      await page.evaluate(
        'navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => {})',
      )
      await expect(notice(page)).toBeVisible(AFTER_RELOAD)
      await appIsCached(page, 'all', path.join(next.checkout, 'dist'))
      // From here on nothing can be asked for anew: what is shown was stored by the version before.
      await server.stop()
      await reload(page)
      await expect(title(page, AFTER.dashboard)).toBeVisible(AFTER_RELOAD)
      if (isRead) {
        await expect(rows(page)).toHaveCount(3)
        await expectOffline(page)
        await page.goto(dayAddress(fetchedAhead))
        await expect(page.getByRole('region', { name: 'Abuja' })).toContainText('Fyneface')
      } else {
        await expect(page.getByText("isn't stored on this device")).toBeVisible()
        await expect(rows(page)).toHaveCount(0)
      }
    })
  })
}
