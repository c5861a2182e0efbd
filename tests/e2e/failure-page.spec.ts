import { expect, signIn, test } from './staff.ts'

// Whatever else the console reports fails the test: the page of the failure, too, could fail, over and over again.
test.use({ expectedProblems: /RangeError: Invalid time value/ })

test('a page that breaks for staff says so once, and can be loaded again', async ({
  page,
  clinic: _,
  staff,
}) => {
  await signIn(page, await staff.colleague())
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
  await page.getByRole('link', { name: 'Config' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  await page.unroute('**/api/blockers?*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Appointment Blockers' })).toBeVisible()
})
