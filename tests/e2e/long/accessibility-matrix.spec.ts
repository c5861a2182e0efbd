import type { Page } from '@playwright/test'
import { mergeTests } from '@playwright/test'
import clinicFacts from '../../../clinic.config.ts'
import { expectAccessible, expectColours } from '../axe.ts'
import { speak } from '../languages.ts'
import { test as patientsTest } from '../patients.ts'
import { expect, signIn, test as staffTest } from '../staff.ts'
import { type Look, walkAccounts, walkBooking, walkVerification } from './walk-patients.ts'
import { walkAppointments, walkBars, walkBlockers, walkPeople } from './walk-staff.ts'

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

test('accessible: the verification of a patient', ({ page, clinic: _ }) =>
  walkVerification(page, inEachLanguage(page)))

test('accessible: the whole booking', ({ page, clinic, visitor }) =>
  walkBooking(page, clinic, visitor, inEachLanguage(page)))

test('accessible: the account pages', ({ page }) => walkAccounts(page, inEachLanguage(page)))

test('accessible: the appointments', async ({ page, clinic, staff }) => {
  await signIn(page, await staff.colleague())
  await walkAppointments(page, clinic, inEachLanguage(page))
})

test('accessible: the bars and the settings', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkBars(page, inEachLanguage(page))
})

test('accessible: the blockers', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkBlockers(page, inEachLanguage(page))
})

test('accessible: staff, patients, devices and the profile', async ({ page, clinic: _, staff }) => {
  await staff.colleague('staff')
  await signIn(page, await staff.colleague())
  await walkPeople(page, inEachLanguage(page))
})

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
