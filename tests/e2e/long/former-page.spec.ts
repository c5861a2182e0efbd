import { appIsCached } from '../offline-support/cached.ts'
import { bookTwoDays } from '../offline-support/known-people.ts'
import { expectOffline, rows } from '../offline-support/staff-pages.ts'
import { expect, signIn, test } from '../staff.ts'
import { heading } from '../wizard.ts'
import { formerPage } from './next-version.ts'

/*
 * Devices that have the page of the release before, with its worker, its import map and what it stored, get this one by the
 * ordinary update.
 */

// Between the two servers nobody answers, and the former page asks for what it knew.
test.use({ serviceWorkers: 'allow', expectedProblems: /./ })

test.afterEach(async ({ server }) => {
  await server.stop()
  await server.start()
})

test('the page of the release before keeps what was typed and stored, and becomes this one at a press', async ({
  page: typing,
  context,
  server,
  staff,
  clinic,
  visitor,
}) => {
  test.setTimeout(240_000)
  await bookTwoDays(clinic)
  await server.stop()
  await server.start({}, await formerPage())
  const stored = () =>
    typing.evaluate(
      'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().length)',
    )

  await typing.goto('/book-appointment')
  await typing.getByRole('button', { name: 'No', exact: true }).click()
  await typing.getByLabel('First Name').fill(visitor.firstName)
  await typing.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const desk = await context.newPage()
  await signIn(desk, await staff.colleague())
  await expect(rows(desk)).toHaveCount(3)
  await expect.poll(stored, { timeout: 60_000 }).toBeGreaterThan(80)

  await server.stop()
  await server.start()
  await typing.evaluate(
    'navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => {})',
  )
  for (const tab of [typing, desk]) {
    await expect(tab.getByText('A new version of Enamel is ready.')).toBeVisible({ timeout: 60_000 })
    await tab.getByRole('button', { name: 'Reload', exact: true }).click()
  }
  await expect(heading(typing, 2)).toBeVisible({ timeout: 60_000 })
  await expect(typing.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await expect(rows(desk)).toHaveCount(3)
  await appIsCached(desk)
  // What the worker of this version keeps starts without a server, and nothing of the former page is left.
  await server.stop()
  await desk.reload()
  await expect(rows(desk)).toHaveCount(3)
  await expectOffline(desk)
})
