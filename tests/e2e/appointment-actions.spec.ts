import type { Browser, Page } from '@playwright/test'
import clinicFacts from '../../clinic.config.ts'
import type { ClinicServer } from './clinic-server.ts'
import { type Slot, spokenDay } from './labels.ts'
import { type Colleague, expect, signIn, test } from './staff.ts'

const rows = (page: Page) => page.getByRole('table').getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const action = (page: Page, name: RegExp) => page.getByRole('button', { name })
/** Presses a button of a row, which comes up under the pointer. */
async function press(page: Page, name: RegExp) {
  await rows(page)
    .filter({ has: action(page, name) })
    .hover()
  await action(page, name).click()
}
const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page, text: RegExp) => page.getByRole('main').getByText(text)
const [doctor] = clinicFacts.doctors.filter(({ location }) => location === 'fct')
const doctor_id = doctor?.id ?? ''

/** 'Mon 4 Mar' for '2030-03-04', or with the year where it is not the present one. */
function shortDay(date: string): string {
  const [weekday = '', day, month = '', year] = spokenDay(date).replace(',', '').split(' ')
  const short = `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}`
  return year === String(new Date().getFullYear()) ? short : `${short} ${year}`
}
const named = (name: string, { date }: Slot) => `${name}, 10:30 AM on ${shortDay(date)}`

/** How an appointment stands in the database. */
async function stored({ database }: ClinicServer, firstName: string) {
  const { rows } = await database.pool.query(
    `SELECT a.status, a.version, a.cancel_reason AS reason FROM appointments a JOIN patients p ON p.id = a.patient_id
     WHERE p.first_name = $1`,
    [firstName],
  )
  return rows[0]
}

/** The changes that a page asks for, as they go out. */
function changesOf(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && /\/appointments\//.test(request.url()))
      sent.push(request.postDataJSON())
  })
  return sent
}

async function inAnotherBrowser(browser: Browser, baseURL: string | undefined, colleague: Colleague) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, colleague)
  return page
}

test.describe('with details in the address', () => {
  test.use({ expectedProblems: /^address:|status of 404/ })

  test('by keyboard alone an appointment is confirmed, that is undone, and its details are read', async ({
    page,
    clinic,
    staff,
    server,
    baseURL,
  }) => {
    test.slow() // A long way by keyboard.
    const slot = await clinic.freeSlot()
    await clinic.book(slot, { doctor_id, description: 'A filling came out.\nIt hurts.' })
    await clinic.book({ ...slot, time: '16:30' }, { surname: 'Ngozi', email: 'ngozi@example.com' })
    await signIn(page, await staff.colleague())
    const sent = changesOf(page)
    const who = named('Chidi Eze', slot)

    await action(page, /^Confirm Chidi Eze/).focus()
    await page.keyboard.press('Enter')
    await expect(bar(page, /confirmed\./)).toHaveText(`${who} confirmed.`)
    await expect(row(page, 'Chidi')).toContainText('Closed')
    expect(await stored(server, 'Chidi')).toMatchObject({ status: 'confirmed', version: 2 })
    await page.keyboard.press('ControlOrMeta+z')
    await expect(bar(page, /^Change undone/)).toBeVisible()
    await expect(row(page, 'Chidi')).toContainText('Open')
    // The step is done; the focus is beside it.
    await expect(action(page, /^More for Chidi Eze/)).toBeFocused()
    expect(await stored(server, 'Chidi')).toMatchObject({ status: 'open', version: 3 })

    // Its second half would undo what the first has done.
    await row(page, 'Chidi').hover()
    await action(page, /^Confirm Chidi Eze/).dblclick()
    await expect(bar(page, /confirmed\./)).toBeVisible()
    expect(await stored(server, 'Chidi')).toMatchObject({ status: 'confirmed', version: 4 })
    expect(sent).toEqual([{ isOpen: false }, { isOpen: true }, { isOpen: false }])

    await action(page, /^More for Chidi Eze/).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Call' })).toHaveAttribute('href', 'tel:08097654321')
    await expect(page.getByRole('menuitem', { name: 'Email' })).toHaveAttribute(
      'href',
      'mailto:chidi.eze@example.com',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\?appointment=[\da-f-]{36}$/)
    await expect(dialog(page)).toContainText(`10:30 – 11:00 AM, ${shortDay(slot.date)}`)
    await expect(dialog(page)).toContainText(`${doctor?.name} (chosen by the patient)`)
    await expect(dialog(page).getByText('A filling came out.')).toHaveText('A filling came out.\nIt hurts.')
    const history = dialog(page).getByRole('region', { name: 'History' }).getByRole('listitem')
    await expect(history).toHaveText([
      /^Confirmed by .*Ada Obi/,
      /^Reopened by .*Ada Obi/,
      /^Confirmed by .*Ada Obi/,
      /^Booked by the patient/,
    ])
    await expect(dialog(page).getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveText([
      /^Confirmation/,
    ])
    await expect(dialog(page)).toContainText('First visit')
    // The bar stands in the drawer while that is open, and the drawer follows.
    await dialog(page)
      .getByRole('button', { name: /^More for Chidi Eze/ })
      .press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Print…' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Reopen' }).press('Enter')
    await expect(history).toHaveCount(5)
    await expect(dialog(page)).toContainText('Open')
    await expect(dialog(page).getByRole('button', { name: /^Undo/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
    await expect(action(page, /^More for Chidi Eze/)).toBeFocused()
    await page.goForward()
    await expect(dialog(page)).toContainText('Chidi Eze')
    await page.reload()
    await expect(dialog(page)).toContainText('Chidi Eze')
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)

    // Confirmed, it leaves the pending ones; the focus goes on to the next.
    await page.goto('/dashboard?status=pending')
    await action(page, /^Confirm Chidi Eze/).press('Enter')
    await expect(row(page, 'Chidi')).toHaveCount(0)
    await expect(action(page, /^Confirm Ngozi Eze/)).toBeFocused()

    await page.goto('/dashboard?appointment=0f8fad5b-d9cb-469f-a165-70867728950e')
    await expect(dialog(page)).toContainText("This appointment doesn't exist.")
    await dialog(page).getByRole('button', { name: 'Close details' }).click()
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
  })
})

test.describe('what can go wrong', () => {
  test.use({ expectedProblems: /status of (?:401|404|409|500)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

  test('a change that fails goes back and says so; without a connection there are none', async ({
    page,
    clinic,
    staff,
    server,
    context,
  }) => {
    await clinic.book(await clinic.freeSlot())
    const colleague = await staff.colleague()
    await signIn(page, colleague)
    const one = '**/api/appointments/*-*-*-*-*'
    await page.route(one, (route) => route.abort())
    await press(page, /^Confirm Chidi Eze/)
    await expect(page.getByRole('alert')).toContainText(
      /^No response from the server\. Please check whether Chidi Eze, .* is confirmed\.$/,
    )
    await expect(row(page, 'Chidi')).toContainText('Open')
    await page.unroute(one)
    await page.route(one, (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }))
    await press(page, /^Confirm Chidi Eze/)
    await expect(page.getByRole('alert')).toContainText(/^We couldn't confirm Chidi Eze, .*\. Not today\.$/)
    await expect(row(page, 'Chidi')).toContainText('Open')
    expect(await stored(server, 'Chidi')).toMatchObject({ status: 'open', version: 1 })
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)

    await context.setOffline(true)
    const confirm = action(page, /^Confirm Chidi Eze/)
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await expect(confirm).toHaveAccessibleDescription(/needs a connection/)
    await confirm.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'needs a connection' })).toBeVisible()
    await press(page, /^More for Chidi Eze/)
    const cancel = page.getByRole('menuitem', { name: 'Cancel appointment' })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await expect(cancel).toContainText('needs a connection')
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await expect(confirm).toHaveAttribute('aria-disabled', 'false')

    // The session may end under her hands.
    await press(page, /^More for Chidi Eze/)
    await page.getByRole('menuitem', { name: 'Cancel appointment' }).click()
    await staff.endSessionsOf(colleague)
    // Pressed, unless the page has found it out by itself before: she is told either way.
    const signInAgain = page.getByRole('button', { name: 'Sign In', exact: true })
    const pressed = dialog(page).getByRole('button', { name: 'Cancel appointment' }).click()
    await Promise.race([pressed.catch(() => {}), signInAgain.waitFor()])
    await expect(signInAgain).toBeVisible()
    await expect(
      page.getByRole('main').getByText('Your session has ended. Please sign in again.'),
    ).toBeVisible()
  })

  test('cancelled with a reason the patient is told and the time is free; who comes later is told too', async ({
    page,
    browser,
    baseURL,
    clinic,
    staff,
    server,
    visitor,
  }) => {
    test.slow() // Two people, two mails.
    const slot = await clinic.freeSlot()
    const patient = {
      surname: visitor.firstName,
      other_names: visitor.lastName,
      email: visitor.email,
      doctor_id,
    }
    await clinic.book(slot, patient)
    // Who comes later does not hear of it by itself.
    await page.route('**/api/events', (route) => route.abort())
    await signIn(page, await staff.colleague())
    await expect(row(page, 'Adaeze')).toContainText('Open')
    const other = await inAnotherBrowser(browser, baseURL, await staff.colleague())
    await press(other, /^More for Adaeze/)
    await other.getByRole('menuitem', { name: 'Cancel appointment' }).click()
    const name = "Adaeze N'Okoye-Bello"
    await expect(dialog(other).getByRole('heading')).toHaveText(`Cancel ${named(name, slot)}?`)
    const reason = dialog(other).getByLabel('Reason')
    await expect(reason).toHaveAccessibleDescription('Shown to the patient.')
    await dialog(other).getByRole('button', { name: 'Keep appointment' }).click()
    await expect(dialog(other)).toHaveCount(0)
    await expect(action(other, /^More for Adaeze/)).toBeFocused()

    await press(other, /^More for Adaeze/)
    await other.getByRole('menuitem', { name: 'Cancel appointment' }).click()
    const yes = dialog(other).getByRole('button', { name: 'Cancel appointment' })
    await reason.fill('x'.repeat(301))
    await yes.click()
    await expect(reason).toHaveAccessibleDescription('Please shorten this text.')
    await reason.fill('Dr. Ibe is ill.')
    const one = '**/api/appointments/*-*-*-*-*'
    await other.route(one, (route) => route.abort())
    await yes.click()
    await expect(dialog(other).getByText(/may have been cancelled/)).toBeVisible()
    await expect(reason).toHaveValue('Dr. Ibe is ill.')
    await other.unroute(one)
    await yes.click()
    await expect(dialog(other)).toHaveCount(0)
    await expect(other.getByRole('status').filter({ hasText: "We'll email the patient." })).toBeVisible()
    await expect(row(other, 'Adaeze')).toHaveCount(0)
    expect(await stored(server, 'Adaeze')).toEqual({
      status: 'cancelled',
      version: 2,
      reason: 'Dr. Ibe is ill.',
    })
    await expect.poll(() => staff.mailTo(visitor.email), { timeout: 60_000 }).toContain('Dr. Ibe is ill.')
    await other.context().close()
    await clinic.book(slot, { surname: 'Musa', email: 'musa@example.com', doctor_id })

    await press(page, /^Confirm Adaeze/)
    await expect(page.getByRole('alert')).toContainText(
      `Someone else just changed ${named(name, slot)} to cancelled.`,
    )
    await expect(row(page, 'Adaeze')).toHaveCount(0)
    expect(await stored(server, 'Adaeze')).toMatchObject({ status: 'cancelled', version: 2 })

    // And the other way round: what is asked to be cancelled is something else by now.
    await expect(row(page, 'Musa')).toBeVisible()
    await press(page, /^More for Musa/)
    await page.getByRole('menuitem', { name: 'Cancel appointment' }).click()
    await server.database.pool.query(
      `UPDATE appointments SET status = 'confirmed', version = version + 1 WHERE status = 'open'`,
    )
    await dialog(page).getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(dialog(page).getByText(/It's now confirmed\./)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await stored(server, 'Musa')).toMatchObject({ status: 'cancelled', version: 3 })
  })
})
