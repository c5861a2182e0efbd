import type { Page } from '@playwright/test'
import { expect, signIn, test } from './staff.ts'
import { chooseSlot, fillPersonal, heading, next, startAsVisitor } from './wizard.ts'

test.use({
  serviceWorkers: 'allow',
  expectedProblems: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
})

/** Waits until the worker has all that it fetches at its install. */
const appIsKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

/** Every address in Cache Storage, by path. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })

const hasStaffPart = (page: Page) => page.evaluate(() => caches.has('enamel-staff'))

test('after one visit the booking page opens without a connection, and goes on to step 2', async ({
  page,
  context,
}) => {
  await page.goto('/book-appointment')
  await appIsKept(page)
  expect(await hasStaffPart(page)).toBe(false)
  await context.setOffline(true)
  // Not even the worker reaches the server now.
  await expect(page.evaluate(() => fetch('/robots.txt'))).rejects.toThrow('Failed to fetch')

  const opened = await context.newPage()
  await opened.goto('/?from=shortcut')
  await expect(heading(opened, 1)).toBeVisible()
  await opened.getByRole('button', { name: 'No', exact: true }).click()
  await expect(heading(opened, 2)).toBeVisible()
})
