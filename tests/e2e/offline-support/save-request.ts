import { expect, type Page } from '@playwright/test'

type Who = [first: string, last: string, phone: string]
/** Without a date: today. Without a doctor: whoever has time. */
type Wish = { date?: string; time: string; doctor?: string }

/** Notes a request by the key of a new appointment, on a device that has no connection. */
export async function saveRequest(page: Page, [first, last, phone]: Who, wish: Wish): Promise<void> {
  await page.locator('main').press('n')
  const panel = page.getByRole('dialog', { name: 'Note a request' })
  await panel.getByLabel('First name').fill(first)
  await panel.getByLabel('Last name').fill(last)
  await panel.getByLabel('Phone number').fill(phone)
  if (wish.date) await panel.getByLabel('Wished day').selectOption(wish.date)
  await panel.getByLabel('Wished time').fill(wish.time)
  if (wish.doctor) await panel.getByLabel('Doctor').selectOption({ label: wish.doctor })
  await panel.getByRole('button', { name: 'Note the request' }).click()
  await expect(
    page.getByText(new RegExp(`^Noted as A-\\d+: ${first} ${last}\\. Not booked\\.`)),
  ).toBeVisible()
}
