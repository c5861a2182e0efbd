import type { Page } from '@playwright/test'
import { expect, signIn, test, typeSignIn } from './staff.ts'

test.use({ viewport: { width: 320, height: 640 } })

/** As long as a name may be, and without a place to break. */
const LONG = 'W'.repeat(80)

const sticksOut = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('the longest name makes no page wider than a phone, and no message of it either', async ({
  page,
  staff,
}) => {
  const bisi = await staff.colleague('staff')
  await signIn(page, bisi, '/profile')
  await page.getByLabel('Surname').fill(LONG)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile saved.' })).toBeVisible()
  expect(await sticksOut(page)).toBe(0)

  await page.goto('/login')
  await typeSignIn(page, bisi.username, bisi.password)
  const toast = page.getByRole('status').filter({ hasText: 'Signed in as' })
  await expect(toast).toBeVisible()
  expect(await sticksOut(page)).toBe(0)
  expect(await toast.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
