import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, refused, signIn, test, typeSignIn } from './staff.ts'
import { spokenTime } from './words.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const rows = (page: Page) => page.getByRole('table').getByRole('row')
const clear = (page: Page) => page.getByRole('button', { name: 'Clear the search' })
async function search(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('searchbox').press('Enter')
}

test('shows the appointments of the own location, soonest first, in clinic time', async ({
  page,
  clinic,
  staff,
}) => {
  const slot = await clinic.freeSlot()
  const later = { ...slot, time: '16:30' }
  await clinic.book(later, { surname: 'ngozi', other_names: 'BELLO', description: 'A filling came out.' })
  await clinic.book(slot)
  await clinic.book(slot, { surname: 'Musa', location: 'lag' })
  await signIn(page, await staff.colleague())
  await expect(heading(page, 'Abuja')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText(`${slot.date} ${spokenTime(slot.time)}`)
  await expect(rows(page).nth(1)).toContainText('Chidi Eze... Abuja')
  await expect(rows(page).nth(1)).toContainText('chidi.eze@example.com')
  await expect(rows(page).nth(2)).toContainText('Ngozi Bello')
  await expect(rows(page).nth(2)).toContainText(spokenTime(later.time))
  await expect(rows(page).nth(2)).toContainText('Open')
  await expect(rows(page).nth(2)).toContainText('A filling came out.')
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await expectAccessible(page, 'appointments')
})

test('finds a patient at any location; the search outlives a reload and Back, and is in no address', async ({
  page,
  clinic,
  staff,
  visitor,
  baseURL,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const slot = await clinic.freeSlot()
  await clinic.book(slot)
  await clinic.book(slot, {
    surname: visitor.firstName,
    other_names: visitor.lastName,
    email: visitor.email,
    location: 'lag',
  })
  await signIn(page, await staff.colleague())

  await search(page, 'adaeze')
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText("Adaeze N'Okoye-Bello")
  await expect(rows(page).nth(1)).toContainText('Lagos')
  await page.reload()
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await clear(page).click()
  await expect(heading(page, 'Abuja')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('Chidi Eze')
  await page.goBack()
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()

  const [booked] = await clinic.appointmentsOf(visitor)
  await search(page, (booked?.reference ?? '').toLowerCase())
  await expect(heading(page, 'Results for "adaeze"')).toBeHidden()
  await expect(rows(page).nth(1)).toContainText(booked?.reference ?? '?')
  await expect(page).toHaveURL(`${baseURL}/dashboard`)
  expect(addresses.filter((address) => /adaeze/i.test(address))).toEqual([])
})

test('what one person searched for is nothing to the next one who signs in here and goes back', async ({
  page,
  staff,
}) => {
  await signIn(page, await staff.colleague())
  await search(page, 'adaeze')
  await expect(heading(page, 'Results for "adaeze"')).toBeVisible()
  await page.getByRole('button', { name: 'your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const { username, password } = await staff.colleague()
  await typeSignIn(page, username, password)
  await expect(heading(page, 'Abuja')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Abuja')).toBeVisible()
  await expect(page.getByText('adaeze')).toHaveCount(0)
})

test('turns the pages of a long list', async ({ page, clinic, staff }) => {
  const days = await clinic.freeDays(2, 14)
  const day = days.find(({ slots }) => slots.length > 11)
  const times = day?.slots.slice(0, 12) ?? []
  for (const [i, time] of times.entries()) {
    await clinic.book({ date: day?.date ?? '', time }, { email: `number.${i}@example.com` })
  }
  await signIn(page, await staff.colleague())
  await expect(page.getByText('12 appointments, upcoming first')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(2)).toContainText('number.11@example.com')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Prev' }).click()
  await expect(rows(page)).toHaveCount(11)
})

test.describe('what can go wrong', () => {
  test.use({ expectedProblems: refused(400, 503) })

  test('a search without results says so, one that is too short says why', async ({
    page,
    clinic,
    staff,
  }) => {
    await clinic.book(await clinic.freeSlot())
    await signIn(page, await staff.colleague())
    await search(page, 'Nobody')
    await expect(page.getByText('No appointments match "Nobody".')).toBeVisible()
    await expectAccessible(page, 'no results')
    await search(page, 'x')
    await expect(page.getByRole('alert')).toContainText('Please type at least 2 characters.')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  test('a list that cannot be had says so and can be asked for again', async ({ page, clinic, staff }) => {
    await clinic.book(await clinic.freeSlot())
    await page.route('**/api/appointments/fct?*', (route) => route.fulfill({ status: 503, body: '' }))
    await signIn(page, await staff.colleague())
    await expect(page.getByRole('alert')).toContainText('Failed to fetch appointments')
    await expectAccessible(page, 'no list')
    await page.unroute('**/api/appointments/fct?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('appointments are cards, with nothing cut off', async ({ page, clinic, staff }) => {
    await clinic.book(await clinic.freeSlot(), {
      email: `${'very.long.'.repeat(6)}address@example.com`,
      description: 'Pain when I bite. '.repeat(60),
    })
    await signIn(page, await staff.colleague())
    const card = page.getByRole('list', { name: 'Booked Appointments' }).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('Chidi Eze')
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await expectAccessible(page, 'cards')
  })
})
