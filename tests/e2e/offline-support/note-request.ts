import { expect, type Page } from '@playwright/test'

/** Notes a request by the key of a new appointment, on a device that says it is offline: today at 10:00. */
export async function noteRequest(page: Page, first: string, last: string, phone: string): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
  await page.locator('main').press('n')
  const panel = page.getByRole('dialog', { name: 'Note a request' })
  await panel.getByLabel('First name').fill(first)
  await panel.getByLabel('Last name').fill(last)
  await panel.getByLabel('Phone number').fill(phone)
  await panel.getByLabel('Wished time').fill('10:00')
  await panel.getByRole('button', { name: 'Note the request' }).click()
  await expect(
    page.getByText(new RegExp(`^Noted as A-\\d+: ${first} ${last}\\. Not booked\\.`)),
  ).toBeVisible()
}
