import { expect, test } from './clinic.ts'
import { spokenTime } from './labels.ts'
import { chooseSlot, fillPersonal, heading, next, startAsVisitor, submit } from './wizard.ts'

const AVAILABILITY = '**/api/availability?*'

test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|api\/(?:availability|fetch)/ })

test('free times that cannot be fetched are asked for again; those that came before the connection went stay, with their age, and are asked for anew when it is back', async ({
  page,
  context,
  visitor,
  clinic,
}) => {
  const slot = await clinic.freeSlot()
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await page.route(AVAILABILITY, (route) => route.abort('connectionreset'))
  await next(page)
  await expect(page.getByText("We couldn't load the free times.")).toBeVisible()
  // In this order: the button goes as soon as the page's own next try succeeds.
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.unroute(AVAILABILITY)
  await chooseSlot(page, slot)
  const time = page.getByRole('button', { name: spokenTime(slot.time), exact: true })

  await context.setOffline(true)
  await expect(
    page.getByText(/^Free times as of \d+:\d\d [AP]M; checked again when you book\.$/),
  ).toBeVisible()
  await expect(time).toHaveAttribute('aria-pressed', 'true')
  await clinic.takeSlot(slot)
  await page.clock.setFixedTime(Date.now() + 60_000)
  await context.setOffline(false)
  await expect(page.getByText('Free times as of')).toHaveCount(0)
  await expect(page.getByText(`${spokenTime(slot.time)} on `)).toContainText("isn't available")
  await expect(time).toHaveCount(0)
})

test('without a connection a known device has the wizard and its lists, says that times come later, and books when it is back', async ({
  browser,
  baseURL,
  visitor,
  clinic,
}) => {
  const slot = await clinic.freeSlot()
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow' })
  const page = await context.newPage()
  // A visit by which the device knows the clinic, and nothing about a person.
  await startAsVisitor(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  const kept = () => page.evaluate(() => localStorage.getItem('publicLists'))
  await expect.poll(kept).toContain('Dental Implant')
  await expect.poll(kept).toContain('Dr. Grace Danjuma')
  await page.evaluate(() => localStorage.removeItem('bookingDraft'))
  await page.close()

  await context.setOffline(true)
  const opened = await context.newPage()
  await startAsVisitor(opened)
  await fillPersonal(opened, visitor)
  await next(opened)
  await expect(heading(opened, 3)).toBeVisible()
  const date = opened.getByRole('group', { name: 'Date' })
  const words = "You'll see free times when you're back online. Everything you entered is saved."
  await expect(date).toContainText(words)
  await expect(opened.getByRole('grid')).toHaveCount(0)
  await opened.getByLabel('Consultation', { exact: true }).check()
  // Were the list not there, the field would have the name and the general categories of a fallback.
  await opened.getByRole('combobox', { name: 'Consultation Category' }).selectOption('Tooth Pain')
  await opened.getByLabel('Doctor').selectOption('Dr. Grace Danjuma (Orthodontics)')

  await next(opened)
  await expect(date).toHaveAccessibleDescription(words)
  await expect(date).toBeFocused()
  // Once, and it is nobody's mistake.
  await expect(opened.getByText(words)).toHaveCount(1)
  await expect(opened.locator('[data-status]')).toHaveCount(0)

  await context.setOffline(false)
  await chooseSlot(opened, slot)
  await expect(date).not.toContainText(words)
  await next(opened)
  await submit(opened)
  await expect(heading(opened, 'booked')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toMatchObject([
    { service_id: 'tooth-pain', doctor_id: 'fct-danjuma' },
  ])
  const stored = await opened.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const known of [visitor.email, visitor.lastName, visitor.phone]) expect(stored).not.toContain(known)
  await context.close()
})

test('a code is not promised without a connection, and a visitor goes on', async ({ page, context }) => {
  await page.goto('/book-appointment')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByLabel('Clinic ID or registered email')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('we need a connection to send a code')).toHaveRole('status')
  await page.getByRole('button', { name: 'Continue as a visitor' }).click()
  await expect(heading(page, 2)).toBeVisible()
})
