import { expect, test } from './clinic.ts'
import {
  alert,
  dayTiles,
  fillPersonal,
  goToConfirmation,
  heading,
  next,
  startAsVisitor,
  stepButton,
  submit,
} from './wizard.ts'

const REQUIRED = 'Please fill all required fields!'
const EMPTY = 'Please fill in this field.'

test('step 2 has its fields in their order, the age a number from 10 on, which a wheel leaves alone; empty it is not left', async ({
  page,
}) => {
  await startAsVisitor(page)
  const labels = page.locator('main label')
  await expect(labels).toHaveText([
    /^First Name/,
    /^Last Name/,
    /^Age/,
    /^Email/,
    /^Phone Number/,
    'Female',
    'Male',
    'I prefer not to say.',
    /^Nationality/,
    /^Prefered Location/,
  ])
  const age = page.getByRole('spinbutton', { name: 'Age' })
  await expect(age).toHaveAttribute('min', '10')
  await age.fill('34')
  await age.hover()
  await page.mouse.wheel(0, -300)
  await page.mouse.wheel(0, 300)
  await expect(age).not.toBeFocused()
  await expect(age).toHaveValue('34')
  await age.fill('')

  await next(page)

  await expect(alert(page, REQUIRED)).toBeVisible()
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone Number']) {
    await expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(EMPTY)
    await expect(page.getByRole('textbox', { name: label })).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(page.getByRole('spinbutton', { name: 'Age' })).not.toHaveAccessibleDescription(EMPTY)

  await page.getByLabel('First Name').fill('Ada')
  await expect(page.getByLabel('First Name')).not.toHaveAccessibleDescription(EMPTY)
  await next(page)
  await expect(page.getByLabel('Last Name')).toBeFocused()

  // Neither by the header, which leads to no step that was not reached.
  await expect(stepButton(page, 'Booking Details')).toBeDisabled()
  await expect(stepButton(page, 'Confirmation')).toBeDisabled()
  await stepButton(page, 'Validation').click()
  await expect(heading(page, 1)).toBeVisible()
  await expect(page.getByRole('button', { name: /^(?:Previous|Next)$/ })).toHaveCount(0)
})

const WRONG = [
  { label: 'Email', typed: 'ada@example', message: 'Please enter an email address' },
  { label: 'Phone Number', typed: '12345', message: 'Please enter a phone number' },
  { label: 'Age', typed: '9', message: 'The minimum age is 10.' },
  { label: 'Age', typed: 'ten', message: 'Please enter your age as a whole number.' },
  { label: 'First Name', typed: 'Ada 🦷', message: 'Please use letters' },
  { label: 'Last Name', typed: 'x'.repeat(81), message: 'Please shorten this text.' },
] as const

test('what is wrong is said at the field, which gets the focus, until it is corrected; an empty step 3 is not left either', async ({
  page,
  visitor,
}) => {
  await startAsVisitor(page)
  for (const { label, typed, message } of WRONG) {
    await fillPersonal(page, visitor)
    await page.getByRole('spinbutton', { name: 'Age' }).fill('')
    const field = page.getByRole(label === 'Age' ? 'spinbutton' : 'textbox', { name: label })
    // As fingers do it: a number field takes of 'ten' what a number could have, and that is none.
    if (label === 'Age') await field.pressSequentially(typed)
    else await field.fill(typed)
    await next(page)
    await expect(field).toHaveAccessibleDescription(new RegExp(message))
    await expect(field).toBeFocused()
  }
  // Nothing was missing, so that is not said.
  await expect(alert(page, REQUIRED)).toHaveCount(0)

  await fillPersonal(page, visitor)
  await next(page)
  await expect(heading(page, 3)).toBeVisible()
  await expect(dayTiles(page).first()).toBeChecked()
  await next(page)
  await expect(alert(page, REQUIRED)).toBeVisible()
  await expect(page.getByText('Please choose consultation or procedure.')).toBeVisible()
  await expect(page.getByLabel('Consultation', { exact: true })).toBeFocused()
  await expect(page.getByText('Please choose a time.')).toBeVisible()
  await page.getByLabel('Consultation', { exact: true }).check()
  await next(page)
  await expect(page.getByRole('group', { name: 'Time' })).toBeFocused()
})

test('the header leads back, and forward only when the steps between are valid; names and complaints in any script are booked', async ({
  page,
  clinic,
  visitor,
}) => {
  const named = { ...visitor, firstName: 'Ọlábísí', lastName: 'عائشة' }
  await goToConfirmation(page, named, await clinic.freeSlot())
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await stepButton(page, 'Personal Information').click()
  await expect(heading(page, 2)).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)

  await page.getByLabel('Email').fill('')
  await stepButton(page, 'Confirmation').click()
  await expect(alert(page, REQUIRED)).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.getByLabel('Email').fill(visitor.email)
  await stepButton(page, 'Confirmation').click()
  await expect(heading(page, 4)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(heading(page, 3)).toBeVisible()

  await page.getByLabel('Complaint').fill('🦷 يؤلمني ضرسي')
  await next(page)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  expect(await clinic.appointmentsOf(visitor)).toMatchObject([
    { first_name: 'Ọlábísí', last_name: 'عائشة', complaint: '🦷 يؤلمني ضرسي' },
  ])
})
