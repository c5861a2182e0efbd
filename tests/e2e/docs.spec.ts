import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './staff.ts'
import { watchPage } from './watch-page.ts'

test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/ })

test('the documentation opens beside the app where its worker is installed, and without a connection says so', async ({
  page,
  context,
  staff,
  server,
}) => {
  await signIn(page, await staff.colleague())
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sample layout' }).click()
  const docs = await opened
  const problems = watchPage(docs, server.url)
  const heading = (name: string) => docs.getByRole('heading', { level: 1, name })
  await expect(heading('The demonstration')).toBeVisible()
  // Nothing is lost in the app.
  await expect(page.getByRole('link', { name: 'Sample layout' })).toBeVisible()

  await docs.getByRole('navigation').getByRole('link', { name: 'Enamel', exact: true }).click()
  await expect(heading('Enamel')).toBeVisible()
  await expect
    .poll(() => docs.evaluate('document.querySelector("main img")?.naturalWidth'))
    .toBeGreaterThan(0)
  await docs.getByRole('link', { name: 'operations', exact: true }).first().click()
  await expect(heading('Running Enamel')).toBeVisible()
  await expectAccessible(docs, 'documentation')
  expect(problems).toEqual([])

  const gone = await docs.goto('/docs/no-such-page')
  expect(gone?.status()).toBe(404)
  await expect(heading('There is no such page')).toBeVisible()
  await docs.getByRole('link', { name: 'start page' }).click()
  await expect(docs).toHaveURL('/docs')

  await context.setOffline(true)
  for (const address of ['/docs/', '/Docs/operations', '/docs/no-such-page']) {
    await docs.goto(address)
    await expect(heading('No connection')).toBeVisible()
  }
})
