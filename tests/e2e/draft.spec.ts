import { addressOf } from './built-chunks.ts'
import { expect, test } from './clinic.ts'
import { spokenTime } from './labels.ts'
import {
  chooseSlot,
  fillPersonal,
  heading,
  next,
  openConfirmation,
  openMonth,
  startAsVisitor,
  submit,
} from './wizard.ts'

test('a reload keeps what was typed, the step, the first one too, and the way back; Forward past an empty step does not go', async ({
  page,
  clinic,
  visitor,
}) => {
  const slot = await clinic.freeSlot()
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await page.reload()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await expect(page.getByLabel('Phone Number')).toHaveValue(visitor.phone)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(heading(page, 1)).toBeVisible()
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await page.getByRole('link', { name: 'No', exact: true }).click()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)

  await next(page)
  await page.getByLabel('Consultation', { exact: true }).check()
  await page.getByLabel('Doctor').selectOption('Dr. Grace Danjuma (Orthodontics)')
  await chooseSlot(page, slot)
  await page.getByLabel('Complaint').fill('A wobbly tooth.')
  await page.reload()
  await expect(heading(page, 3)).toBeVisible()
  await expect(page.getByRole('button', { name: spokenTime(slot.time), exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByLabel('Doctor')).toHaveValue('fct-danjuma')
  await expect(page.getByLabel('Complaint')).toHaveValue('A wobbly tooth.')

  await page.goBack()
  await expect(heading(page, 2)).toBeVisible()
  await page.getByLabel('Last Name').fill('')
  await page.goForward()
  await expect(page.getByText('Please fill in this field.')).toBeVisible()
  await expect(heading(page, 2)).toBeVisible()
  await page.getByLabel('Last Name').fill(visitor.lastName)
  await next(page)
  await expect(page.getByLabel('Complaint')).toHaveValue('A wobbly tooth.')
  await next(page)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_CONNECTION_RESET|api\/availability/ })

  test('a draft keeps its time, which is still chosen when the connection is back; one that was taken meanwhile is asked for anew', async ({
    page,
    clinic,
    visitor,
  }) => {
    const slot = await clinic.freeSlot()
    await openConfirmation(page, visitor, slot)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(heading(page, 3)).toBeVisible()
    await page.route('**/api/availability?*', (route) => route.abort('connectionreset'))
    await page.reload()
    await expect(page.getByText("We couldn't load the free times.")).toBeVisible()

    await page.getByRole('button', { name: 'Try again' }).click()
    await page.unroute('**/api/availability?*')
    const time = page.getByRole('button', { name: spokenTime(slot.time), exact: true })
    await expect(time).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText("isn't available")).toHaveCount(0)

    await clinic.takeSlot(slot)
    await page.reload()
    await expect(page.getByText(`${spokenTime(slot.time)} on `)).toContainText("isn't available")
  })
})

test.describe('when a part of the page cannot be fetched', () => {
  test.use({ expectedProblems: /ERR_FAILED/ })

  test('it can be tried again, then the page be reloaded, and what was typed is kept', async ({
    page,
    visitor,
  }) => {
    const chunk = `**${await addressOf('src/features/booking/details/month-calendar.tsx')}`
    await page.route(chunk, (route) => route.abort())
    await startAsVisitor(page)
    await fillPersonal(page, visitor)
    await next(page)
    await page.getByLabel('Consultation', { exact: true }).check()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect(page.getByText("We couldn't load the calendar.")).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    const reload = page.getByRole('button', { name: 'Reload the page' })
    await expect(reload).toBeVisible()
    await page.unroute(chunk)
    await reload.click()
    await openMonth(page)
    await expect(page.getByLabel('Consultation', { exact: true })).toBeChecked()
    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
  })
})

test('a draft of the day before yesterday is gone, and looking at it does not make it last longer', async ({
  page,
  visitor,
}) => {
  const start = Date.now()
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await page.clock.setFixedTime(start + 20 * 3_600_000)
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await page.clock.setFixedTime(start + 25 * 3_600_000)
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  // It is there before the app, which throws the draft away.
  const stored = () => page.evaluate('JSON.stringify({ ...localStorage })')
  for (const known of ['bookingDraft', visitor.email, visitor.lastName])
    await expect.poll(stored).not.toContain(known)
})
