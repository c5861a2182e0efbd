import type { Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { holdBack } from './hold-back.ts'
import { goToConfirmation, heading, next, openConfirmation, submit } from './wizard.ts'

const BOOK = '**/api/appointments/book'

test.use({
  expectedProblems: /status of 409|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|api\/appointments\/book/,
})

/** Lets bookings reach the server and loses their answers on the way back: the next ones, or all of them. */
async function loseAnswers(page: Page, times?: number): Promise<void> {
  await page.route(
    BOOK,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    times === undefined ? {} : { times },
  )
}

/** Submits without ever getting an answer, until one has waited long enough. */
async function submitInVain(page: Page): Promise<void> {
  await loseAnswers(page)
  await submit(page)
  await page.getByRole('button', { name: 'Stop trying' }).click()
  await expect(page.getByText("press Submit again; you won't be booked twice")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()
  await page.unroute(BOOK)
}

test('a lost answer is asked for again by itself: it is the same appointment', async ({
  page,
  clinic,
  visitor,
}) => {
  await openConfirmation(page, visitor, await clinic.freeSlot())
  const goOn = await holdBack(page, BOOK)
  await loseAnswers(page, 1)
  await submit(page)

  await expect(page.getByText('Connection is slow. Retrying…')).toHaveRole('status')
  const button = page.getByRole('button', { name: 'Submitting…' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Edit: Who' })).toBeDisabled()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)

  goOn()
  await expect(heading(page, 'booked')).toBeVisible()
  const appointments = await clinic.appointmentsOf(visitor)
  expect(appointments).toHaveLength(1)
  await expect(page.getByText(appointments[0]?.reference ?? 'none', { exact: true })).toBeVisible()
  await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
  // A second mail might only be later: none is waiting either.
  expect(await clinic.confirmationsFor(visitor)).toBe(1)
})

test('a reload in the middle of a retry sends nothing by itself, and loses nothing; a visitor may stop, reload and submit again', async ({
  page,
  clinic,
  visitor,
}) => {
  await openConfirmation(page, visitor, await clinic.freeSlot())
  await loseAnswers(page)
  await submit(page)
  await expect(page.getByText('Connection is slow. Retrying…')).toBeVisible()
  await page.reload()
  await expect(page.getByText("press Submit again; you won't be booked twice")).toBeVisible()
  await page.unroute(BOOK)

  await submitInVain(page)
  await expect(page.getByText(visitor.email)).toBeVisible()
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
  await openConfirmation(page, visitor, await clinic.freeSlot())
  await submitInVain(page)

  await page.getByRole('button', { name: 'Edit: Who' }).click()
  await page.getByLabel('First Name').fill('Ngozi')
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Confirmation' }).click()
  await expect(page.getByText(`Ngozi ${visitor.lastName}`)).toBeVisible()
  await submit(page)

  await expect(page.getByText('Your first attempt went through')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toMatchObject([{ first_name: visitor.firstName }])
})

test('submitting without a connection keeps everything, and books by itself when it is back', async ({
  page,
  context,
  clinic,
  visitor,
}) => {
  await openConfirmation(page, visitor, await clinic.freeSlot())
  await context.setOffline(true)
  await expect(page.getByText("press Submit when you're back online")).toBeVisible()
  await submit(page)
  await expect(page.getByText("If you're back online within two minutes")).toHaveRole('status')
  await expect(page.getByText(visitor.email)).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toEqual([])

  await context.setOffline(false)
  await expect(heading(page, 'booked')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toHaveLength(1)
})

test('who leaves the last step without a connection sends nothing by accident', async ({
  page,
  context,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.url()))
  await context.setOffline(true)
  await submit(page)
  await expect(page.getByText("If you're back online within two minutes")).toBeVisible()
  await page.goBack()
  await expect(heading(page, 3)).toBeVisible()
  sent.length = 0

  await context.setOffline(false)
  await expect(page.getByText('checked again when you book')).toHaveCount(0)
  await next(page)
  await expect(page.getByText("press Submit again; you won't be booked twice")).toBeVisible()
  expect(sent.filter((url) => url.endsWith('/appointments/book'))).toEqual([])
  expect(await clinic.appointmentsOf(visitor)).toEqual([])
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
})
