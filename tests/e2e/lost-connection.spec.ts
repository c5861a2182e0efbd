import type { Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import {
  alert,
  chooseSlot,
  fillPersonal,
  goToConfirmation,
  heading,
  next,
  startAsVisitor,
  submit,
} from './wizard.ts'

const BOOK = '**/api/appointments/book'

test.use({
  expectedProblems:
    /status of (?:409|429)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|api\/(?:appointments\/book|availability)/,
})

/** Lets the next booking reach the server and loses its answer on the way back. */
async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    BOOK,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

test('a lost answer does not book twice: submitting again brings the same appointment', async ({
  page,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await loseNextAnswer(page)
  await submit(page)

  await expect(alert(page, 'Error making request!')).toBeVisible()
  await expect(page.getByText('press Submit again: it cannot book you twice')).toBeVisible()
  await expect(page.getByText(visitor.email)).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)

  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  const appointments = await clinic.appointmentsOf(visitor)
  expect(appointments).toHaveLength(1)
  await expect(page.getByText(appointments[0]?.reference ?? 'none', { exact: true })).toBeVisible()
  await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
  // A second mail might only be later: none is waiting either.
  expect(await clinic.confirmationsFor(visitor)).toBe(1)
})

test('neither does a reload in between', async ({ page, clinic, visitor }) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await loseNextAnswer(page)
  await submit(page)
  await expect(alert(page, 'Error making request!')).toBeVisible()

  await page.reload()
  await expect(heading(page, 4)).toBeVisible()
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  const appointments = await clinic.appointmentsOf(visitor)
  expect(appointments).toHaveLength(1)
  await expect(page.getByText(appointments[0]?.reference ?? 'none', { exact: true })).toBeVisible()
})

test('what is changed after a lost answer is not promised: the earlier booking is shown as it is', async ({
  page,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await loseNextAnswer(page)
  await submit(page)
  await expect(alert(page, 'Error making request!')).toBeVisible()

  await page.getByRole('button', { name: 'Change: Who' }).click()
  await page.getByLabel('First Name').fill('Ngozi')
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Confirmation' }).click()
  await expect(page.getByText(`Ngozi ${visitor.lastName}`)).toBeVisible()
  await submit(page)

  await expect(page.getByText('Your earlier try had arrived after all')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toMatchObject([{ first_name: visitor.firstName }])
})

test('a refusal after a lost answer does not let a changed booking through as a second one', async ({
  page,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await loseNextAnswer(page)
  await submit(page)
  await expect(alert(page, 'Error making request!')).toBeVisible()
  const refusal = { success: false, message: 'Please wait a minute.', code: 'too_many_requests' }
  await page.route(BOOK, (route) => route.fulfill({ status: 429, json: refusal }), { times: 1 })
  await submit(page)
  await expect(alert(page, 'Please wait a minute.')).toBeVisible()
  await expect(page.getByText('press Submit again: it cannot book you twice')).toBeVisible()

  await page.getByRole('button', { name: 'Change: When' }).click()
  await page.getByRole('button', { name: '4:30 PM', exact: true }).click()
  await next(page)
  await submit(page)
  await expect(page.getByText('Your earlier try had arrived after all')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)
})

test('submitting without a connection keeps everything, and books when it is back', async ({
  page,
  context,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Nothing you entered is lost')).toBeVisible()
  await submit(page)
  await expect(alert(page, 'Error making request!')).toBeVisible()
  await expect(page.getByText(visitor.email)).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)
})

test('free times that cannot be fetched are asked for again on request', async ({
  page,
  visitor,
  clinic,
}) => {
  const slot = await clinic.freeSlot()
  await page.route('**/api/availability?*', (route) => route.abort('connectionreset'))
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await next(page)
  await expect(page.getByText('The free times could not be loaded.')).toBeVisible()
  await page.unroute('**/api/availability?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await chooseSlot(page, slot)
})
