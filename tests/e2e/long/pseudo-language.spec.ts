import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { mergeTests, type Page } from '@playwright/test'
import { distDir } from '../../../build/build-info.ts'
import type { ChunkStats } from '../../../scripts/build/chunk-stats.ts'
import type { Texts } from '../../../scripts/texts/flatten.ts'
import { speak } from '../languages.ts'
import { test as patientsTest } from '../patients.ts'
import { expect, signIn, test as staffTest } from '../staff.ts'
import { notCutOff, unmarkedTexts } from './pseudo-page.ts'
import { type Look, walkAccounts, walkBooking, walkVerification } from './walk-patients.ts'
import { walkAppointments, walkBars, walkBlockers, walkPeople } from './walk-staff.ts'

/*
 * A language that nobody speaks: every English text in marks and a third longer, in place of the German files. What is
 * on view without marks was written into a source; what is cut off at 320 pixels would be so in some real language.
 */

const MINUTES = 60_000
const LONGER_BY = 0.3
const GERMAN = /locales\/de\/(\w+)\.json$/

/** '⟦First Name~~~⟧'. Each part of a plural keeps its form; a placeholder stays as it is. */
function pseudo(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? `⟦${text}${padding(text)}⟧` : pseudo(text),
    ]),
  )
}

/** Words rather than one long one, so that it breaks where a language does. */
function padding(text: string): string {
  const length = Math.ceil(text.replace(/{{.*?}}/g, '').length * LONGER_BY)
  return length < 5 ? '~'.repeat(length) : ` ${'~~~~ '.repeat(Math.ceil(length / 5)).trim()}`
}

/** Answers the page's requests for German files with the pseudo-language. */
async function putPseudoForGerman(page: Page): Promise<void> {
  const stats: ChunkStats = JSON.parse(await readFile(path.join(distDir, 'stats.json'), 'utf8'))
  let replaced = 0
  for (const [file, { modules }] of Object.entries(stats)) {
    const namespace = modules.map(({ id }) => GERMAN.exec(id)?.[1]).find((name) => name !== undefined)
    if (!namespace) continue
    const english = path.join(import.meta.dirname, `../../../src/i18n/locales/en/${namespace}.json`)
    const texts = pseudo(JSON.parse(await readFile(english, 'utf8')))
    await page.route(`**/${file}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export default ${JSON.stringify(texts)}`,
      }),
    )
    replaced += 1
  }
  expect(replaced, 'German files in the build').toBeGreaterThan(5)
}

/** All that is wrong on a walk, not the first of it. */
const soft = expect.configure({ soft: true, timeout: 2_000 })

const lookAtMarks =
  (page: Page): Look =>
  async (where) => {
    const size = page.viewportSize()
    await speak(page, 'gr')
    soft(await unmarkedTexts(page), `${where}: texts without marks`).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await soft.poll(() => notCutOff(page), { message: `${where}: cut off` }).toEqual([])
    if (size) await page.setViewportSize(size)
    await speak(page, 'en')
  }

const test = mergeTests(patientsTest, staffTest)
test.use({ expectedProblems: /./ })
test.describe.configure({ timeout: 3 * MINUTES })
test.beforeEach(({ page }) => putPseudoForGerman(page))

test('pseudo-language: the verification', ({ page, clinic: _ }) => walkVerification(page, lookAtMarks(page)))

test('pseudo-language: the booking', ({ page, clinic, visitor }) =>
  walkBooking(page, clinic, visitor, lookAtMarks(page)))

test('pseudo-language: the account pages', ({ page }) => walkAccounts(page, lookAtMarks(page)))

test('pseudo-language: the appointments', async ({ page, clinic, staff }) => {
  await signIn(page, await staff.colleague())
  await walkAppointments(page, clinic, lookAtMarks(page))
})

test('pseudo-language: the bars and the settings', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkBars(page, lookAtMarks(page))
})

test('pseudo-language: the blockers', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkBlockers(page, lookAtMarks(page))
})

test('pseudo-language: staff, patients, devices and the profile', async ({ page, clinic: _, staff }) => {
  await staff.colleague('staff')
  await signIn(page, await staff.colleague())
  await walkPeople(page, lookAtMarks(page))
})
