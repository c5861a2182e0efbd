import { expectColours } from './axe.ts'
import { expect, signIn, test } from './staff.ts'

// Whatever else the console reports fails the test: the page of the failure, too, could fail, over and over again.
test.use({ expectedProblems: /RangeError: Invalid time value|no colours today/ })

test('a page that breaks for staff says so once, and can be loaded again; capitals in an address change nothing, signing out included', async ({
  page,
  clinic: _,
  staff,
}) => {
  // Capitals in an address change nothing.
  await signIn(page, await staff.colleague(), '/Config/')
  await expect(page.getByRole('heading', { name: 'Appointment Blockers' })).toBeVisible()
  await expect(page).toHaveTitle(/^Config \|/)
  await expect(page.getByRole('link', { name: 'Config' })).toHaveAttribute('aria-current', 'page')
  const broken = { id: 'x', description: 'Broken', type: 'One Time', startDateTime: '?', endDateTime: '?' }
  const lists = { recurringDays: [], recurringDates: [], selectedMonth: null, location: null, version: 1 }
  await page.route('**/api/blockers?*', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: [{ ...broken, ...lists }],
        paging: { page: 1, limit: 10, total: 1, totalPages: 1 },
      },
    }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/')
  await page.unroute('**/api/blockers?*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Appointment Blockers' })).toBeVisible()

  await page.goto('/LOGOUT')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
  await page.goto('/Book-Appointment')
  await expect(page.getByRole('heading', { name: 'Schedule an appointment' })).toBeVisible()
})

test('an app that breaks outside of every page leaves a sentence and a way home', async ({
  page,
  clinic: _,
}) => {
  // The theme asks for it, around everything that could catch the failure.
  await page.addInitScript("window.matchMedia = () => { throw new Error('no colours today') }")
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the home page' })).toHaveAttribute('href', '/')
})

test.describe('an app whose scripts cannot be fetched', () => {
  // What was fetched ahead is not used where the rest is missing, which Chromium says after some seconds.
  test.use({
    expectedProblems:
      /ERR_FAILED|Failed to fetch dynamically imported module|preloaded using link preload but not used/,
  })

  test('says so in the language that is chosen, on every page, and is there after a reload', async ({
    page,
    clinic: _,
    staff,
  }) => {
    await signIn(page, await staff.colleague())
    const said = page.getByRole('alert')
    await expect(said).toHaveCount(0)
    await page.evaluate(() => localStorage.setItem('I18N_LANGUAGE', 'gr'))
    await page.route('**/assets/**/*.js', (route) => route.abort())

    for (const [address, there] of [
      ['/dashboard', page.getByRole('heading', { name: 'Gebuchte Termine' })],
      ['/book-appointment', page.getByRole('heading', { name: 'Termin vereinbaren' })],
    ] as const) {
      await page.goto(address)
      await expect(said).toHaveText(/^Die Seite konnte nicht vollständig geladen werden\. .+Neu laden$/)
      await expect(said.locator('p')).toHaveAttribute('lang', 'de')
      for (const scheme of ['dark', 'light'] as const) await expectColours(page, address, scheme)
      await page.unroute('**/assets/**/*.js')
      await said.getByRole('button', { name: 'Neu laden' }).click()
      await expect(there).toBeVisible()
      await expect(said).toHaveCount(0)
      await page.route('**/assets/**/*.js', (route) => route.abort())
    }
  })
})
