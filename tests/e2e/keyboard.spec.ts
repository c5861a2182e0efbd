import type { Locator, Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { heading } from './wizard.ts'

const MOST_TABS = 60

/** Moves on with Tab until something has the focus, as one does without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} was not reached with ${MOST_TABS} presses of Tab.`)
}

test('the whole booking can be made with the keyboard alone', async ({ page, clinic, visitor }) => {
  const { keyboard } = page
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/book-appointment')
  await tabTo(page, button('No'))
  await keyboard.press('Enter')

  await expect(heading(page, 2)).toBeFocused()
  await tabTo(page, page.getByLabel('First Name'))
  for (const text of [visitor.firstName, visitor.lastName, visitor.email, visitor.phone]) {
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await tabTo(page, page.getByLabel('Female'))
  await keyboard.press('ArrowRight')
  await expect(page.getByLabel('Male', { exact: true })).toBeChecked()
  await tabTo(page, page.getByLabel('Age'))
  await keyboard.type('61')
  // Enter in a field goes on.
  await keyboard.press('Enter')

  await expect(heading(page, 3)).toBeFocused()
  await tabTo(page, page.getByLabel('Consultation', { exact: true }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('combobox', { name: 'Consultation Category' }))
  await keyboard.type('Tooth')
  // The first free day is chosen already; one day further with the arrow keys.
  const chosenDay = page.getByRole('gridcell', { selected: true })
  await expect(chosenDay).toBeEnabled()
  const firstDay = await chosenDay.textContent()
  await tabTo(page, chosenDay)
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await expect(chosenDay).not.toHaveText(firstDay ?? '')
  const time = page.getByRole('group', { name: 'Time' }).getByRole('button', { pressed: false }).first()
  await tabTo(page, time)
  await keyboard.press('Space')
  await tabTo(page, button('Next'))
  await keyboard.press('Enter')

  await expect(heading(page, 4)).toBeFocused()
  await tabTo(page, button('Submit'))
  await keyboard.press('Enter')
  await expect(heading(page, 'booked')).toBeFocused()
  expect(await clinic.appointmentsOf(visitor)).toMatchObject([
    { first_name: visitor.firstName, service_id: 'tooth-pain' },
  ])
})
