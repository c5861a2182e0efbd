import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { distDir } from '../../build/build-info.ts'
import type { Precache } from '../../sw/precache.ts'
import { expect, signIn, test } from './staff.ts'
import { goToConfirmation, heading, submit } from './wizard.ts'

test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

/** What this build says that the worker keeps, by path. */
async function listed(): Promise<{ booking: string[]; staff: string[] }> {
  const text = await readFile(path.join(distDir, 'precache.json'), 'utf8')
  const { booking, staff }: Precache = JSON.parse(text)
  return { booking: booking.map(({ url }) => url), staff }
}

/** What Cache Storage holds, by path. */
const kept = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const opened = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    return (await Promise.all(opened)).flat().map(({ url }) => new URL(url).pathname)
  })()`)

/** Waits for the first worker of this device, which is there when it has what everyone needs. */
const appIsCached = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => true)')

/** Nothing answers any more but the worker: not the server, and not the browser's own cache of files. */
async function loseConnection(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await context.setOffline(true)
}

test('after one visit the booking page opens without a connection, goes on to step 2, and knows nothing of staff', async ({
  page,
  context,
}) => {
  await page.goto('/book-appointment')
  await appIsCached(page)
  const { booking, staff } = await listed()
  expect((await kept(page)).sort()).toEqual([...booking, '/api/clinic'].sort())

  await loseConnection(context, page)
  // Not even the worker reaches the server now: it asks the network for what it does not have.
  const reached = await page.evaluate(
    (file) =>
      fetch(file).then(
        () => true,
        () => false,
      ),
    staff[0] ?? '',
  )
  expect(reached).toBe(false)

  const opened = await context.newPage()
  await opened.goto('/?from=shortcut')
  await expect(heading(opened, 1)).toBeVisible()
  await expect(opened.getByRole('region', { name: 'The clinic', exact: true })).toContainText(
    '27 Gana Street',
  )
  await opened.getByRole('link', { name: 'No', exact: true }).click()
  await expect(heading(opened, 2)).toBeVisible()
})

test('where staff work their pages open without a connection, and what the server answered is not kept', async ({
  page,
  context,
  clinic,
  visitor,
  staff,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await appIsCached(page)
  await signIn(page, await staff.colleague())
  await expect(page.getByText(visitor.lastName).first()).toBeVisible()

  const parts = await listed()
  const app = [...parts.booking, ...parts.staff, '/api/clinic'].sort()
  // The app, the clinic's facts and nothing else: no other call, no other page.
  await expect.poll(async () => (await kept(page)).sort(), { timeout: 60_000 }).toEqual(app)

  // The last tab with a session is gone, and somebody starts the app again.
  await page.evaluate(() => sessionStorage.clear())
  await loseConnection(context, page)
  await page.close()
  const opened = await context.newPage()
  await opened.goto('/dashboard')
  await expect(opened.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})
