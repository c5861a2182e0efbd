import type { Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { fillPersonal, heading, next, startAsVisitor } from './wizard.ts'

// Low enough for every step to be longer than the screen.
test.use({ viewport: { width: 390, height: 420 } })

const fromTop = (page: Page): Promise<number> => page.evaluate('scrollY')

async function scrollDown(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  expect(await fromTop(page)).toBeGreaterThan(100)
}

test('a step opens at its top, and so does the page', async ({ page, visitor }) => {
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await scrollDown(page)
  await next(page)
  await expect(heading(page, 3)).toBeFocused()
  expect(await fromTop(page)).toBe(0)

  await scrollDown(page)
  await page.reload()
  await expect(heading(page, 3)).toBeVisible()
  await expect.poll(() => fromTop(page)).toBe(0)
})
