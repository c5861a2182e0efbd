import type { Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { goToConfirmation, heading, next, startAsVisitor, submit } from './wizard.ts'

/** What stays on the page for ten seconds, and what passes in the corner within three. */
const inPlace = (page: Page, kind: string) => page.locator(`[data-status=${kind}]`)

test('a message is seen twice: 3 seconds as a toast, which leaves the header of a phone free, and 10 seconds on the page; it leaves with its step', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install()
  await startAsVisitor(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await next(page)
  const toast = page.getByRole('alert')
  const status = inPlace(page, 'error')
  await expect(toast).toHaveText('Please fill all required fields!')
  await expect(status).toHaveText('Please fill all required fields!')
  const header = await page.getByRole('banner').boundingBox()
  expect((await toast.boundingBox())?.y).toBeGreaterThanOrEqual(
    (header?.y ?? 0) + (header?.height ?? Number.POSITIVE_INFINITY),
  )

  await page.clock.runFor(2_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)
  await page.clock.runFor(6_800)
  await expect(status).toBeVisible()
  await page.clock.runFor(200)
  await expect(status).toHaveCount(0)

  await next(page)
  await expect(status).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(heading(page, 1)).toBeVisible()
  await expect(page.getByText('Please fill all required fields!')).toHaveCount(0)
})

test('a booking says the server’s word of success, and the next one starts without it', async ({
  page,
  clinic,
  visitor,
}) => {
  await page.clock.install()
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await page.clock.pauseAt(Date.now() + 60_000)
  await submit(page)
  await expect(heading(page, 'booked')).toBeFocused()
  const toast = page.getByRole('status').filter({ hasText: 'Success!' })
  await expect(toast).toBeVisible()
  await expect(inPlace(page, 'success')).toHaveText('Success!')
  await page.clock.runFor(3_100)
  await expect(toast).toHaveCount(0)

  await page.getByRole('button', { name: 'Book another appointment' }).click()
  await expect(heading(page, 1)).toBeVisible()
  await expect(page.getByText('Success!')).toHaveCount(0)
})
