import type { Locator, Page } from '@playwright/test'
import { clinicDay } from './labels.ts'
import { expect, signIn, test } from './staff.ts'
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
  await tabTo(page, page.getByRole('link', { name: 'No', exact: true }))
  await keyboard.press('Enter')

  // In the form that is named so, the first field.
  await expect(
    page.getByRole('form', { name: 'Personal Information' }).getByLabel('First Name'),
  ).toBeFocused()
  for (const text of [visitor.firstName, visitor.lastName, '61', visitor.email, visitor.phone]) {
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await tabTo(page, page.getByLabel('Female'))
  await keyboard.press('ArrowRight')
  await expect(page.getByLabel('Male', { exact: true })).toBeChecked()
  await keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  // Enter in a field goes on.
  await keyboard.press('Enter')

  await expect(heading(page, 3)).toBeFocused()
  await tabTo(page, page.getByLabel('Consultation', { exact: true }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('combobox', { name: 'Consultation Category' }))
  await keyboard.type('Tooth')
  // The first free day is chosen already; one day further with the arrow keys.
  const days = page.getByRole('group', { name: 'Date' }).getByRole('radio')
  await expect(days.first()).toBeChecked()
  await tabTo(page, days.first())
  await keyboard.press('ArrowRight')
  await expect(days.nth(1)).toBeChecked()
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

/** 'DD MM YYYY h:mm A' as it is typed into a picker, whose parts follow each other by themselves. */
const typedMoment = (date: string, time: string) =>
  `${date.slice(8)}${date.slice(5, 7)}${date.slice(0, 4)}${time}`

test('a blocker of each type can be made with the keyboard alone; the days of a month are the same fields in a yearly one', async ({
  page,
  clinic: _,
  staff,
}) => {
  test.slow() // Four forms, filled in key by key.
  const { keyboard } = page
  const form = page.getByRole('dialog', { name: /Blocker$/ })
  const button = (name: string) => form.getByRole('button', { name, exact: true })
  const part = (name: string) => form.getByRole('group', { name }).getByRole('spinbutton').first()
  const type = async (name: string, text: string) => {
    await tabTo(page, part(name))
    await keyboard.type(text)
  }
  const checkSecond = async () => {
    // The arrow keys go from one day to the next.
    await tabTo(page, form.getByRole('checkbox').first())
    await keyboard.press('ArrowRight')
    const second = form.getByRole('checkbox').nth(1)
    await expect(second).toBeFocused()
    await keyboard.press('Space')
    await expect(second).toBeChecked()
  }
  const day = clinicDay(20)
  const kinds = {
    'One Time': async () => {
      await type('Start', typedMoment(day, '1000A'))
      await type('End', typedMoment(day, '0130P'))
    },
    Daily: async () => {
      await type('Start', '0100P')
      await type('End', '0200P')
    },
    Weekly: checkSecond,
    Yearly: async () => {
      await tabTo(page, form.getByLabel('Month'))
      await keyboard.type('Dec')
      await checkSecond()
    },
  }
  await signIn(page, await staff.colleague(), '/config')
  for (const [kind, fill] of Object.entries(kinds)) {
    await tabTo(page, page.getByRole('button', { name: 'Add Blocker' }).first())
    await keyboard.press('Enter')
    await tabTo(page, form.getByLabel('Description'))
    // Of the one before, which is still said on the page.
    await expect(form.getByText('Created successfully!')).toHaveCount(0)
    await keyboard.type(`Closed ${kind}`)
    await tabTo(page, form.getByLabel('Type'))
    await keyboard.type(kind)
    await fill()
    await tabTo(page, button('Save'))
    await keyboard.press('Enter')
    await expect(form).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: `Closed ${kind}` })).toBeVisible()
  }
  // The calendar of a picker is for the keyboard, too.
  await tabTo(page, page.getByRole('button', { name: 'Edit Closed One Time' }))
  await keyboard.press('Enter')
  await tabTo(page, form.getByRole('button', { name: /^Choose date/ }).first())
  await keyboard.press('Enter')
  const chosen = page.getByRole('gridcell', { selected: true })
  await expect(chosen).toBeFocused()
  await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await expect(page.getByRole('gridcell')).toHaveCount(0)
  await expect(form).toBeVisible()
  await tabTo(page, button('Save'))
  await keyboard.press('Enter')
  await expect(form).toHaveCount(0)
})
