import { expect, test } from '../clinic.ts'
import { offerEmptyPage } from '../empty-page.ts'

/** Between two keys of a quick typist, in milliseconds. */
const KEY_MS = 30
const TEXT = 'Adaeze Chukwuemeka-Okonkwo of Lagos Island'

// Fifty people, in two tests for two workers, since they wait for most of their time.
for (const [first, last] of [
  [0, 24],
  [25, 49],
] as const) {
  test(`of the people ${first} to ${last} who type while the app comes, each at another moment, none loses a key`, async ({
    page,
  }) => {
    test.setTimeout((last - first + 1) * 10_000)
    for (let run = first; run <= last; run += 1) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route('**/assets/*.js', async (route) => {
        // Somewhere between the first key and the last.
        await new Promise((resolve) => setTimeout(resolve, run * 20))
        await route.continue()
      })
      await page.goto('/book-appointment', { waitUntil: 'commit' })
      await page.getByRole('link', { name: 'No', exact: true }).click()
      const field = page.getByLabel('First Name')
      await field.click()
      await page.keyboard.type(TEXT, { delay: KEY_MS })
      await expect(page.locator('[data-early]')).toHaveCount(0)
      await expect(field, `run ${run}`).toHaveValue(TEXT)
      await expect(field).toBeFocused()
      await offerEmptyPage(page)
      await page.goto('/empty')
      // What the page stored as it was left.
      await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    }
  })
}
