import type { Locator, Page } from '@playwright/test'
import { mergeTests } from '@playwright/test'
import clinicFacts from '../../../clinic.config.ts'
import { expectAccessible, expectColours } from '../axe.ts'
import { speak } from '../languages.ts'
import { test as patientsTest } from '../patients.ts'
import { expect, signIn, test as staffTest } from '../staff.ts'
import { chooseSlot, fillPersonal, next, startAsVisitor } from '../wizard.ts'
import { type Look, walkAccounts, walkBooking, walkVerification } from './walk-patients.ts'
import { walkAppointments, walkBars, walkBlockers, walkPeople, walkPrograms } from './walk-staff.ts'

/*
 * The proof of WCAG 2.2 AA: axe-core on every page, step, dialog and error, in every language, light and dark. The walk
 * goes in English; at every stop the page is turned into each language and back.
 */

const MINUTES = 60_000

/** Narrow: as a phone of 320 pixels, or a wide window at 400 %. Large: letters of twice their size. */
const SHAPES = {
  narrow: { width: 320, height: 640, text: '100%' },
  large: { width: 640, height: 800, text: '200%' },
}

/** Nothing lies outside of the page's width, which one would have to scroll sideways for. */
async function expectFits(page: Page, where: string): Promise<void> {
  const size = page.viewportSize()
  for (const [shape, { width, height, text }] of Object.entries(SHAPES)) {
    await page.setViewportSize({ width, height })
    await page.evaluate(`document.documentElement.style.fontSize = '${text}'`)
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), {
        message: `${where}, ${shape}`,
      })
      .toBeLessThanOrEqual(0)
  }
  await page.evaluate(`document.documentElement.style.removeProperty('font-size')`)
  if (size) await page.setViewportSize(size)
  // Scrolled by the other shapes, the page could have a button half under its bar, which counts as too small a target.
  await page.evaluate('scrollTo(0, 0)')
}

const inEachLanguage =
  (page: Page): Look =>
  async (where) => {
    for (const language of clinicFacts.languages) {
      await speak(page, language)
      await expectFits(page, `${where}, ${language}`)
      await expectAccessible(page, `${where}, ${language}`)
    }
    await speak(page, 'en')
    await page.emulateMedia({ colorScheme: 'light' })
  }

const test = mergeTests(patientsTest, staffTest)
// What the walks bring about on purpose; other tests watch over what must not happen.
test.use({ expectedProblems: /./ })
test.describe.configure({ timeout: 6 * MINUTES })

// The longest first, so that none of them is left alone at the end.
test('accessible: the blockers', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkBlockers(page, inEachLanguage(page))
})

test('accessible: staff, patients and the profile', async ({ page, clinic: _, staff }) => {
  await staff.colleague('staff')
  await signIn(page, await staff.colleague())
  await walkPeople(page, inEachLanguage(page))
})

test('accessible: devices, other programs and the overview', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkPrograms(page, inEachLanguage(page))
})

test('accessible: the appointments', async ({ page, clinic, staff }) => {
  await signIn(page, await staff.colleague())
  await walkAppointments(page, clinic, inEachLanguage(page))
})

test('accessible: the whole booking', ({ page, clinic, visitor }) =>
  walkBooking(page, clinic, visitor, inEachLanguage(page)))

test('accessible: the account pages', ({ page }) => walkAccounts(page, inEachLanguage(page)))

test('accessible: the bars and the settings', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkBars(page, inEachLanguage(page))
})

test('accessible: the verification of a patient', ({ page, clinic: _ }) =>
  walkVerification(page, inEachLanguage(page)))

test('accessible: every colour of the bars', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  for (const layout of ['horizontal', 'vertical']) {
    for (const colour of ['light', 'dark', 'colored']) {
      await page.evaluate(
        ([layoutType, theme]) => {
          const kept = { layoutType, topbarTheme: theme, leftSideBarTheme: theme }
          for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value))
        },
        [layout, colour],
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
      for (const mode of ['light', 'dark'] as const) {
        await expectColours(page, `${layout}, ${colour}, ${mode}`, mode)
      }
    }
  }
})

/** Presses Tab through a page. @returns what had the focus and did not show it */
async function hiddenFocus(page: Page, presses: number): Promise<string[]> {
  const hidden: string[] = []
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate<string | null>(`(() => {
      const has = document.activeElement
      if (!has || has === document.body || has.closest('.Mui-focused')) return null
      // A control inside of its label or row shows it on that.
      for (let element = has, level = 0; element && level < 4; element = element.parentElement, level++) {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return null
      }
      return has.outerHTML.slice(0, 120)
    })()`)
    if (found) hidden.push(found)
  }
  return hidden
}

for (const forcedColors of ['none', 'active'] as const) {
  test(`accessible: what has the focus shows it, forced colours ${forcedColors}`, async ({
    page,
    clinic,
    staff,
  }) => {
    await page.emulateMedia({ forcedColors })
    await page.goto('/book-appointment')
    await page.getByRole('link', { name: 'No', exact: true }).click()
    // From here the focus goes on.
    await expect(page.getByLabel('First Name')).toBeFocused()
    await expect(page.locator('[data-early]')).toHaveCount(0)
    expect(await hiddenFocus(page, 18), 'the wizard').toEqual([])
    await clinic.book(await clinic.freeSlot())
    await signIn(page, await staff.colleague())
    await expect(page.getByRole('button', { name: /^More for Chidi Eze/ })).toBeVisible()
    expect(await hiddenFocus(page, 30), 'appointments').toEqual([])
    await page.goto('/config')
    await page.getByRole('button', { name: 'Add Blocker' }).first().click()
    await page.getByLabel('Type', { exact: true }).selectOption('Weekly')
    expect(await hiddenFocus(page, 14), 'a blocker').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Close settings' })).toBeVisible()
    expect(await hiddenFocus(page, 14), 'settings').toEqual([])
  })
}

/** How the browser draws a property of an element. The tests know no types of a page. */
function computed(target: Locator, property: string): Promise<string> {
  const read = new Function('element', `return getComputedStyle(element).${property}`)
  return target.evaluate(read as (element: unknown) => string)
}

test('accessible: in forced colours what is chosen stands out', async ({ page, clinic, visitor }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const slot = await clinic.freeSlot()
  await startAsVisitor(page)
  await fillPersonal(page, visitor)
  await next(page)
  await chooseSlot(page, slot)
  const fill = (target: Locator) => computed(target, 'backgroundColor')
  const border = (target: Locator) => computed(target, 'borderTopWidth')
  const times = page.getByRole('group', { name: 'Time' })
  const chosen = await fill(times.getByRole('button', { pressed: true }))
  expect(chosen).not.toBe(await fill(times.getByRole('button', { pressed: false }).first()))
  const day = page
    .getByRole('group', { name: 'Date' })
    .locator('label')
    .filter({ has: page.getByRole('radio', { checked: true }) })
  expect(await fill(day)).toBe(chosen)
  await page.getByLabel('Consultation', { exact: true }).check()
  expect(await border(page.getByLabel('Consultation', { exact: true }))).not.toBe(
    await border(page.getByLabel('Procedure', { exact: true })),
  )
})
