import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { everyTenMinutes, spokenTime } from './labels.ts'
import { expect, refused, signIn, test, typeSignIn } from './staff.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const rows = (page: Page) => page.getByRole('table').getByRole('row')
const row = (page: Page, text: string) =>
  page.getByRole('table').locator('tbody').getByRole('row').filter({ hasText: text })
const byLocation = (page: Page) => page.getByRole('combobox', { name: 'Filter by location' })
const byStatus = (page: Page) => page.getByRole('combobox', { name: 'Filter by status' })
const clear = (page: Page) => page.getByRole('button', { name: 'Clear search' })
async function search(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

test('the list begins with the own location, soonest first, in clinic time; filters, days and doctor stand in the address', async ({
  page,
  clinic,
  staff,
  server,
  baseURL,
}) => {
  const slot = await clinic.freeSlot()
  const later = { ...slot, time: '16:30' }
  await clinic.book(later, { surname: 'ngozi', other_names: 'BELLO', description: 'A filling came out.' })
  await clinic.book(slot)
  await clinic.book(slot, { surname: 'Musa', location: 'lag' })
  const confirmed = `UPDATE appointments SET status = 'confirmed' WHERE complaint = 'A filling came out.'`
  await server.database.pool.query(confirmed)
  await signIn(page, await staff.colleague())
  await expect(byLocation(page)).toHaveValue('fct')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText(`${slot.date} ${spokenTime(slot.time)}`)
  await expect(rows(page).nth(1)).toContainText('Chidi Eze... Abuja')
  await expect(rows(page).nth(1)).toContainText('Open')
  const chidi = rows(page).nth(1)
  await expect(chidi.getByRole('link', { name: 'chidi.eze@example.com' })).toHaveAttribute(
    'href',
    'mailto:chidi.eze@example.com',
  )
  await expect(chidi.getByRole('link', { name: '0809 765 4321' })).toHaveAttribute('href', 'tel:08097654321')
  await expect(rows(page).nth(2)).toContainText('Ngozi Bello')
  await expect(rows(page).nth(2)).toContainText(spokenTime(later.time))
  await expect(rows(page).nth(2)).toContainText('Closed')
  await expect(rows(page).nth(2)).toContainText('A filling came out.')
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  // Dense: two lines of text. The next step stands in a column of its own.
  expect((await chidi.boundingBox())?.height).toBeLessThan(50)
  await chidi.getByRole('button', { name: /^Confirm/ }).click({ trial: true })
  await page.emulateMedia({ media: 'print' })
  // One location is chosen, so that none stands in the rows.
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await page.emulateMedia({ media: null })

  await byStatus(page).selectOption('Confirmed')
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, 'Ngozi Bello')).toBeVisible()
  await byLocation(page).selectOption('Lagos')
  await expect(page.getByText('No confirmed appointments in Lagos.')).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/dashboard?location=lag&status=confirmed`)
  await page.reload()
  await expect(page.getByText('No confirmed appointments in Lagos.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all appointments' }).click()
  await expect(row(page, 'Musa Eze')).toContainText('Lagos')
  await page.goBack()
  await page.goBack()
  await expect(byLocation(page)).toHaveValue('fct')
  await expect(row(page, 'Ngozi Bello')).toBeVisible()
  await byStatus(page).selectOption('All')
  await byLocation(page).selectOption('All')
  await expect(rows(page)).toHaveCount(4)

  await page.goto(`/dashboard?from=${slot.date}&to=${slot.date}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Filter by doctor' }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/[?&]doctor=[\w-]+/)
  await page.goto('/dashboard?visit=done')
  await expect(page.getByText('No appointments in Abuja match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all appointments' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(`${baseURL}/dashboard?location=fct`)
})

test('the search finds a patient at any location, cancelled appointments too; it outlives a reload and Back, and is in no address and nothing to the next person', async ({
  page,
  clinic,
  staff,
  server,
  visitor,
  baseURL,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const slot = await clinic.freeSlot()
  const adaeze = { surname: visitor.firstName, other_names: visitor.lastName, email: visitor.email }
  await clinic.book(slot)
  await clinic.book(slot, { ...adaeze, location: 'lag' })
  await clinic.book({ ...slot, time: '16:30' }, { ...adaeze, description: 'Called off.' })
  await server.database.pool.query(
    `UPDATE appointments SET status = 'cancelled' WHERE complaint = 'Called off.'`,
  )
  await signIn(page, await staff.colleague())
  await expect(rows(page)).toHaveCount(2)

  // As one types, without Enter.
  await page.keyboard.press('/')
  await page.keyboard.type('adaeze')
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: "Adaeze N'Okoye-Bello" }).first()).toBeFocused()
  await expect(byLocation(page)).toHaveValue('all')
  await expect(rows(page)).toHaveCount(3)
  await expect(row(page, 'Lagos')).toContainText("Adaeze N'Okoye-Bello")
  await expect(row(page, 'Called off.')).toContainText('Cancelled')
  await byLocation(page).selectOption('Lagos')
  await expect(rows(page)).toHaveCount(2)
  await page.reload()
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('adaeze')
  await expect(rows(page)).toHaveCount(2)
  // On another page, and in the whole list after it, nothing is searched for.
  await page.getByRole('link', { name: 'Config', exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('link', { name: 'Booked', exact: true }).click()
  await expect(byLocation(page)).toHaveValue('fct')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await search(page, 'adaeze')
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await clear(page).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(byLocation(page)).toHaveValue('fct')
  await expect(rows(page).nth(1)).toContainText('Chidi Eze')
  await page.goBack()
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()

  const [booked] = await clinic.appointmentsOf(visitor)
  await search(page, (booked?.reference ?? '').toLowerCase())
  await expect(heading(page, 'Results for "adaeze"')).toBeHidden()
  await expect(rows(page).nth(1)).toContainText(booked?.reference ?? '?')
  await expect(page).toHaveURL(`${baseURL}/dashboard`)
  expect(addresses.filter((address) => /adaeze/i.test(address))).toEqual([])

  // It is nothing to the next one who signs in here and goes back.
  await search(page, 'adaeze')
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await page.getByRole('button', { name: 'your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const { username, password } = await staff.colleague()
  await typeSignIn(page, username, password)
  await expect(byLocation(page)).toHaveValue('fct')
  await page.goBack()
  await expect(byLocation(page)).toHaveValue('fct')
  await expect(page.getByText('adaeze')).toHaveCount(0)
})

test.describe('with 37 appointments to confirm', () => {
  test.use({ expectedProblems: /status of 409/ })

  test('all are selected and confirmed together, on a phone by keys; those that were changed say why, and the bar closes', async ({
    page,
    clinic,
    staff,
    server,
  }) => {
    const { date } = await clinic.freeSlot()
    await clinic.store(everyTenMinutes(date, 37), 10)
    // Who is late does not hear of it by itself.
    await page.route('**/api/events', (route) => route.fulfill({ status: 204 }))
    await signIn(page, await staff.colleague())
    const bar = page.getByRole('region', { name: 'Select' })
    await page.getByRole('checkbox', { name: /^Select all on/ }).check()
    await expect(bar.getByRole('button', { name: 'Confirm 10' })).toBeVisible()
    await page.getByRole('checkbox', { name: /^Select Patient 2,/ }).uncheck()
    await bar.getByRole('button', { name: 'Confirm 9' }).click()
    await expect(page.getByText('9 confirmed.')).toBeVisible()
    await expect(row(page, 'Patient 1')).toHaveCount(2)
    await expect(row(page, 'Patient 2')).toContainText('Open')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard?status=pending')
    const second = page.getByRole('checkbox', { name: /^Select Patient 2,/ })
    await second.focus()
    await page.keyboard.press('Space')
    await bar.getByRole('button', { name: 'Select all 28' }).press('Enter')
    await expect(bar.getByRole('status')).toHaveText('28 selected')
    await expectAccessible(page, 'all selected')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await server.database.pool.query(
      `UPDATE appointments SET version = version + 1, complaint = 'Another one' WHERE reference = 'T0000030'`,
    )
    await server.database.pool.query(
      `UPDATE appointments SET version = version + 1, status = 'cancelled' WHERE reference = 'T0000020'`,
    )
    await bar.getByRole('button', { name: 'Confirm 28' }).press('Enter')
    await expect(bar.getByRole('progressbar', { name: 'Appointments confirmed' })).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('26 confirmed, 2 not:', { timeout: 60_000 })
    await expect(bar.getByRole('listitem')).toHaveText([
      /^Patient 20, .*: is cancelled now$/,
      /^Patient 30, .*: was changed after you selected it – please check$/,
    ])
    await expectAccessible(page, 'two left')
    await bar.getByRole('button', { name: 'Confirm 1' }).press('Enter')
    await expect(bar).toBeHidden()
    await expect(page.getByText('1 confirmed.')).toBeVisible()
    const { rows: left } = await server.database.pool.query(
      `SELECT reference, status FROM appointments WHERE status <> 'confirmed'`,
    )
    expect(left).toEqual([{ reference: 'T0000020', status: 'cancelled' }])
  })
})

test.describe('with a line that drops', () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED/ })

  test('a long list is read page by page; its end is found from beyond it, and the way back without a connection', async ({
    page,
    clinic,
    staff,
    context,
    baseURL,
  }) => {
    const { date } = await clinic.freeSlot()
    await clinic.store(
      everyTenMinutes(date, 12).map((slot, i) => ({ ...slot, email: `number.${i}@example.com` })),
      10,
    )
    await signIn(page, await staff.colleague())
    await expect(page.getByText('12 appointments, upcoming first')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled()
    // The head stays in sight under the bar of the shell.
    await page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'Contact' })).toBeInViewport()
    // A tall screen has room for more.
    await page.setViewportSize({ width: 1280, height: 1000 })
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(page.getByText('Pages 1 to 2 of 2')).toBeVisible()
    await expect(rows(page)).toHaveCount(13)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.reload()
    await expect(rows(page)).toHaveCount(11)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).nth(2)).toContainText('number.11@example.com')
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.getByRole('button', { name: 'Prev' }).click()
    await expect(rows(page)).toHaveCount(11)
    await page.goBack()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await byStatus(page).selectOption('Pending')
    await expect(page).toHaveURL(`${baseURL}/dashboard?status=pending`)
    await expect(rows(page)).toHaveCount(11)

    await page.goto('/dashboard?page=999999&location=nowhere')
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await expect(byLocation(page)).toHaveValue('fct')
    await expect(page).toHaveURL(`${baseURL}/dashboard?page=2`)

    // Of the own location the first page is prefetched.
    await page.goto('/dashboard?page=2&location=all')
    await expect(rows(page)).toHaveCount(3)
    await context.setOffline(true)
    const offline = page.getByText('Offline', { exact: true })
    const problem = page.getByRole('alert')
    const notCached = page.getByRole('status').filter({ hasText: "This page isn't stored on this device." })
    await page.getByRole('button', { name: 'Prev' }).click()
    await expect(notCached.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(offline).toBeVisible()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByText(/^Offline, as of /)).toBeVisible()
    const save = page.getByRole('button', { name: 'Export', exact: true })
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await expect(save).toHaveAccessibleDescription(/needs a connection/)
    await save.press('Enter')
    await expect(problem).toContainText('needs a connection')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await byStatus(page).selectOption('Pending')
    await expect(notCached).toBeVisible()
    await expect(offline).toBeVisible()
    await expectAccessible(page, 'no connection')
    await context.setOffline(false)
    await expect(notCached).toHaveCount(0)
    await expect(rows(page)).toHaveCount(11)
  })
})

test.describe('what can go wrong', () => {
  test.use({ expectedProblems: refused(400, 503) })

  test('a list that cannot be had says so and can be asked for again; it is saved as a file under its filter, or says why not, as does a search without results, and one that is too short', async ({
    page,
    clinic,
    staff,
    server,
  }) => {
    const slot = await clinic.freeSlot()
    await clinic.store([slot, { ...slot, time: '16:30', surname: 'Chidi', description: '=1+1' }])
    await server.database.pool.query(`UPDATE appointments SET status = 'confirmed' WHERE complaint = ''`)
    await page.route('**/api/appointments/fct?*', (route) => route.fulfill({ status: 503, body: '' }))
    // With a stream of events the page asks again by itself, perhaps before the press.
    await page.route('**/api/events', (route) => route.fulfill({ status: 503, body: '' }))
    await signIn(page, await staff.colleague())
    await expect(page.getByRole('alert')).toContainText('Failed to fetch appointments')
    await expectAccessible(page, 'no list')
    await page.unroute('**/api/appointments/fct?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('alert')).toHaveCount(0)

    await byStatus(page).selectOption('Pending')
    await expect(rows(page)).toHaveCount(2)
    const save = page.getByRole('button', { name: 'Export', exact: true })
    const asked = page.waitForRequest('**/export?*')
    const saved = page.waitForEvent('download')
    await save.click()
    expect((await asked).url()).toMatch(/\/api\/appointments\/fct\/export\?status=1$/)
    expect((await saved).suggestedFilename()).toMatch(/^appointments-fct-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(2)
    // What a spreadsheet would take for a formula is text.
    expect(lines[1]).toContain("'=1+1")
    await expect(page.getByText('File saved.')).toBeVisible()

    await page.route('**/export?*', () => {})
    await save.click()
    // Under another filter it goes on.
    await byStatus(page).selectOption('Confirmed')
    await expect(rows(page).nth(1)).toContainText('Closed')
    await expect(page.getByRole('button', { name: /^Exporting/ })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(save).toBeFocused()
    await page.unroute('**/export?*')

    await page.route('**/export?*', (route) => route.fulfill({ status: 503, body: '' }))
    await save.click()
    await expect(page.getByRole('alert')).toContainText('The export failed. Please try again.')
    await expectAccessible(page, 'failed export')
    await page.unroute('**/export?*')

    await search(page, 'Nobody')
    await expect(page.getByText('No appointments match "Nobody".')).toBeVisible()
    await expectAccessible(page, 'no results')
    await search(page, '0809')
    await expect(page.getByText('enter at least 4 digits')).toBeVisible()
    // More than a thousand are not counted.
    await page.route('**/api/appointments/all?*', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      await route.fulfill({ json: { ...json, paging: { page: 1, limit: 10, total: 1000, totalPages: 100 } } })
    })
    await search(page, 'Chidi')
    await expect(page.getByText(/^Showing the first 1,000 results\./)).toBeVisible()
    await page.unroute('**/api/appointments/all?*')
    await search(page, 'x')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please type at least 2 characters.' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('appointments are cards, with the filters above them and nothing cut off', async ({
    page,
    clinic,
    staff,
  }) => {
    const slot = await clinic.freeSlot()
    await clinic.book(slot, {
      surname: 'Oluwaseun'.repeat(6),
      email: `${'very.long.'.repeat(5)}address@example.com`,
      address: 'Gana-Street-'.repeat(16),
      description: 'Pain-when-I-bite-'.repeat(117),
    })
    await clinic.book(slot, { location: 'lag' })
    await signIn(page, await staff.colleague())
    const card = page.getByRole('list', { name: 'Booked Appointments' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('Eze')
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // However much the patient wrote, the next card is near.
    expect((await card.boundingBox())?.height).toBeLessThan(190)
    for (const link of [
      card.getByRole('link').last(),
      page.getByRole('link', { name: 'Day', exact: true }),
    ]) {
      expect((await link.boundingBox())?.height).toBe(44)
    }
    await expectAccessible(page, 'cards')
    await byLocation(page).selectOption('Lagos')
    await expect(card).toContainText('Chidi Eze')
  })
})
