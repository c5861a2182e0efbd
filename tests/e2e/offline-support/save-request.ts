import { expect, type Page } from '@playwright/test'

type Who = [first: string, last: string, phone: string]
/** Without a date: today. Without a doctor: whoever has time. */
type Wish = { date?: string; time: string; doctor?: string }

/** Saves an offline request by the key of a new appointment, on a device that has no connection. */
export async function saveRequest(page: Page, [first, last, phone]: Who, wish: Wish): Promise<void> {
  await page.locator('main').press('n')
  const panel = page.getByRole('dialog', { name: 'Offline request' })
  await panel.getByLabel('Phone or name').fill(`${first} ${last}`)
  await panel.getByRole('option', { name: 'New patient with this name' }).click()
  await panel.getByLabel('Phone number').fill(phone)
  if (wish.date) await panel.getByLabel('Day').selectOption(wish.date)
  await panel.getByLabel('Time').selectOption(wish.time)
  if (wish.doctor) await panel.getByLabel('Doctor').selectOption({ label: wish.doctor })
  await panel.getByRole('button', { name: 'Save request' }).click()
  await expect(
    page.getByText(new RegExp(`^Request A-\\d+ saved: ${first} ${last} – not booked yet`)),
  ).toBeVisible()
}
