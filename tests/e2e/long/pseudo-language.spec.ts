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
import { walkAppointments, walkBars, walkBlockers, walkPeople, walkPrograms } from './walk-staff.ts'

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

/** Answers the page's requests for German files with the pseudo-language. A file has one namespace, or some by name. */
async function putPseudoForGerman(page: Page): Promise<void> {
  const stats: ChunkStats = JSON.parse(await readFile(path.join(distDir, 'stats.json'), 'utf8'))
  let replaced = 0
  for (const [file, { modules }] of Object.entries(stats)) {
    const namespaces = modules.flatMap(({ id }) => GERMAN.exec(id)?.[1] ?? [])
    if (namespaces.length === 0) continue
    const texts = await Promise.all(namespaces.map(pseudoOf))
    const source = await readFile(path.join(distDir, 'client', file), 'utf8')
    const body =
      namespaces.length === 1 ? `export default ${JSON.stringify(texts[0])}` : named(file, source, texts)
    await page.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    replaced += namespaces.length
  }
  expect(replaced, 'German files in the build').toBeGreaterThan(5)
}

async function pseudoOf(namespace: string): Promise<Texts> {
  const english = path.join(import.meta.dirname, `../../../src/i18n/locales/en/${namespace}.json`)
  return pseudo(JSON.parse(await readFile(english, 'utf8')))
}

/** A module with the names of a built one, each of which has the texts with the same keys as the German ones. */
function named(file: string, source: string, texts: readonly Texts[]): string {
  const [, list = ''] = /export\{([^}]*)\};?\s*$/.exec(source) ?? []
  const names = list.split(',').map((each) => each.replace(/^.* as /, '').trim())
  return [
    `import * as german from '/${file}?german'`,
    `const all = ${JSON.stringify(texts)}`,
    'const keys = (texts) => Object.keys(texts).sort().join()',
    'const like = (texts) => ({ default: all.find((each) => keys(each) === keys(texts)) })',
    ...names.map(
      (name, i) => `const texts${i} = like(german.${name}.default); export { texts${i} as ${name} }`,
    ),
  ].join('\n')
}

/** All that is wrong on a walk, not the first of it. */
const soft = expect.configure({ soft: true })

const lookAtMarks =
  (page: Page): Look =>
  async (where) => {
    const size = page.viewportSize()
    await speak(page, 'gr')
    // What the page was written with stays until its own code is there.
    await soft.poll(() => unmarkedTexts(page), { message: `${where}: texts without marks` }).toEqual([])
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

test('pseudo-language: staff, patients and the profile', async ({ page, clinic: _, staff }) => {
  await staff.colleague('staff')
  await signIn(page, await staff.colleague())
  await walkPeople(page, lookAtMarks(page))
})

test('pseudo-language: devices, other programs and the overview', async ({ page, clinic: _, staff }) => {
  await signIn(page, await staff.colleague())
  await walkPrograms(page, lookAtMarks(page))
})
