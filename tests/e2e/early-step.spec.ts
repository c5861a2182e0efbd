import type { Page } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { holdBack } from './hold-back.ts'
import { alert, fillPersonal, goToConfirmation, heading, startAsVisitor, submit } from './wizard.ts'

/** Between two keys of a quick typist, in milliseconds. */
const KEY_MS = 30

/** Opens the page with its scripts held back, as on a slow line. @returns what lets them come */
async function openWithoutApp(page: Page, address = '/book-appointment'): Promise<() => void> {
  const release = await holdBack(page, '**/assets/*.js')
  await page.goto(address, { waitUntil: 'commit' })
  return release
}

const no = (page: Page) => page.getByRole('link', { name: 'No', exact: true })
/** Waits until React answers what is pressed. */
const isLive = (page: Page) => expect(page.locator('[data-early]')).toHaveCount(0)

test('No shows step 2 before the app is there, with the focus in its first field, and the way back is open', async ({
  page,
}) => {
  const release = await openWithoutApp(page)
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0)
  await no(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 1)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, 2)).toBeVisible()
  await expect(heading(page, 1)).toBeHidden()
  await expect(page.getByLabel('First Name')).toBeFocused()
  expect(await page.evaluate('scrollY')).toBe(0)

  const steps = page.getByRole('navigation', { name: 'Steps' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Personal Information')
  await steps.getByRole('link').click()
  await expect(heading(page, 1)).toBeFocused()
  await expect(heading(page, 2)).toBeHidden()
  await page.goBack({ waitUntil: 'commit' })
  await expect(heading(page, 2)).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(heading(page, 1)).toBeVisible()
  await no(page).click()
  await page.getByLabel('First Name').fill('Ada')

  release()
  await isLive(page)
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  expect(page.url()).not.toContain('#')
  await page.goBack()
  await expect(heading(page, 1)).toBeVisible()
  await page.goForward()
  await expect(heading(page, 2)).toBeVisible()
  await steps.getByRole('link').click()
  await expect(heading(page, 1)).toBeFocused()
  await no(page).click()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
})

test('the first field has the focus in the app although it was lost on the way', async ({ page }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.getByLabel('First Name').blur()
  release()
  await isLive(page)
  await expect(page.getByLabel('First Name')).toBeFocused()
})

test('whoever types while the app comes loses no key, no focus and no caret', async ({ page }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  const field = page.getByLabel('First Name')
  await expect(field).toBeFocused()
  await field.evaluate((element) => Object.assign(element, { isTheSame: true }))
  await page.keyboard.type('Ada', { delay: KEY_MS })
  release()
  let typed = 'Ada'
  while (await page.locator('[data-early]').count()) {
    await page.keyboard.type('x', { delay: KEY_MS })
    typed += 'x'
  }
  // In the middle, as nothing that writes the field anew would leave it.
  await page.keyboard.press('Home')
  await page.keyboard.type('Miss ', { delay: KEY_MS })
  await expect(field).toHaveValue(`Miss ${typed}`)
  await expect(field).toBeFocused()
  const [caret, isTheSame] = await page.evaluate<[number, boolean]>(
    '[document.activeElement.selectionStart, "isTheSame" in document.activeElement]',
  )
  expect([caret, isTheSame]).toEqual([5, true])

  // It is the app's by now: what it says of the form goes by what was typed before.
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByLabel('Last Name')).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'false')
})

test('a letter that is being composed is composed on in the app', async ({ page }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await page.getByLabel('First Name').click()
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('n')
  await compose('ng')
  release()
  await isLive(page)
  await compose('ngo')
  await keyboard.send('Input.insertText', { text: 'Ngọzi' })
  await expect(page.getByLabel('First Name')).toHaveValue('Ngọzi')
  await page.getByLabel('Last Name').fill('Obi')
  await expect(page.getByLabel('First Name')).toHaveValue('Ngọzi')
})

test('everything that was entered before the app is there is its own, and Next is not lost', async ({
  page,
  visitor,
}) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await page.getByLabel('First Name').fill(visitor.firstName)
  // As the browser fills in what it knows.
  await page.evaluate(`document.querySelector('#booking-lastName').value = 'Obi'`)
  await page.getByRole('spinbutton', { name: 'Age' }).fill('34')
  await page.getByLabel('Email').fill(visitor.email)
  const phone = page.getByLabel('Phone Number')
  await phone.focus()
  await page.keyboard.insertText(visitor.phone)
  await page.getByLabel('Female').check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heading(page, 2)).toBeVisible()
  release()
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await expect(page.getByLabel('Last Name')).toHaveValue('Obi')
  await expect(page.getByRole('spinbutton', { name: 'Age' })).toHaveValue('34')
  await expect(phone).toHaveValue(visitor.phone)
  await expect(page.getByLabel('Female')).toBeChecked()
  await expect(page.getByLabel('Nationality')).toHaveValue('nigeria')
  await expect(alert(page, 'Please fill')).toHaveCount(0)
})

test('a minor that was typed before the app is there is asked for a guardian, the countries that were looked at are listed, and what is no number is refused', async ({
  page,
  visitor,
}) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  const age = page.getByRole('spinbutton', { name: 'Age' })
  await age.fill('12')
  // The countries are listed for whoever looked before.
  const nationality = page.getByLabel('Nationality')
  await nationality.focus()
  release()
  await expect(page.getByLabel('Parent or guardian')).toBeVisible()
  await expect(nationality.getByRole('option')).not.toHaveCount(1)
  await expect(nationality).toBeFocused()
  await nationality.selectOption('Ghana')
  await expect(nationality).toHaveValue('ghana')
  await page.getByLabel('First Name').fill(visitor.firstName)
  await age.fill('')
  await age.focus()
  await page.keyboard.type('1e')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(age).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('1e')).toHaveCount(0)
})

test('what was typed before the app was there outlives a look at another page', async ({ page, visitor }) => {
  const release = await openWithoutApp(page)
  await no(page).click()
  await page.getByLabel('First Name').fill(visitor.firstName)
  await page.goto('/docs')
  release()
  await page.goBack()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
  await isLive(page)
  await expect(page.getByLabel('First Name')).toHaveValue(visitor.firstName)
})

test.describe('a page that an extension has changed', () => {
  // React reports what it did not find.
  test.use({ expectedProblems: /React error #418/ })

  test('is rendered anew with all that was typed', async ({ page }) => {
    const release = await openWithoutApp(page)
    await no(page).click()
    await page.getByLabel('First Name').fill('Ada')
    await page.getByLabel('Female').check()
    await page.evaluate(`
    const field = document.querySelector('#booking-email')
    field.before(document.createElement('div'))
    document.querySelector('h1').replaceWith(document.createElement('section'))
  `)
    release()
    await isLive(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(heading(page, 2)).toBeVisible()
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await expect(page.getByLabel('Female')).toBeChecked()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.getByLabel('Last Name')).toBeFocused()
    await expect(page.getByLabel('First Name')).toHaveAttribute('aria-invalid', 'false')
  })
})

test('the browser fills in nothing after a reload that the page itself has forgotten', async ({
  page,
  visitor,
}) => {
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await page.evaluate('localStorage.clear()')
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await no(page).click()
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('after a booking the browser fills in nothing of it, after a reload and on every way back', async ({
  page,
  clinic,
  visitor,
}) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot())
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  const expectNothing = async () => {
    await isLive(page)
    await expect(page.locator('#booking-firstName')).toHaveValue('')
    await expect(page.locator('#booking-email')).toHaveValue('')
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      visitor.email,
    )
  }
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await expectNothing()
  for (const _step of [4, 3, 2]) {
    // From another page the browser fills in what it keeps with the entry that it goes back to.
    await page.goto('/docs')
    await page.goBack()
    await expectNothing()
    await page.goBack()
    await expectNothing()
  }
})

// What else marks a page so: scripts/build/early.test.ts.
test("step 2 is no other than a first visit's: with a draft it waits for the app", async ({ page }) => {
  await page.addInitScript(`localStorage.bookingDraft = JSON.stringify({ savedAt: Date.now() })`)
  await openWithoutApp(page, '/book-appointment#booking-firstName')
  await expect(page.locator('html[data-returning]')).toBeAttached()
  await expect(page.locator('#booking-firstName')).toBeAttached()
  await expect(page.locator('#booking-firstName')).toBeHidden()
})

test('No that was pressed early on a reception tablet is answered by the page that the app renders', async ({
  page,
}) => {
  await page.addInitScript(`localStorage.receptionTablet = 'set_up'`)
  const release = await openWithoutApp(page)
  await no(page).click()
  release()
  await expect(page.getByLabel('First Name')).toBeVisible()
})
