import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Minified, and given to each page once: the builder would give it twice, and one more than twice as long. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What WCAG 2.2 asks beyond axe-core's own choice of rules; it leaves this one out unless it is named. */
const MORE_RULES = { 'target-size': { enabled: true } }

/** What still moves on the page, by its name or property. */
const RUNNING = `document.getAnimations().map((each) =>
  (each.animationName || each.transitionProperty) + ' of ' + each.effect.target.outerHTML.slice(0, 80))`

/**
 * Asks axe-core about the page as it is, light or dark, then about its colours in the other of the two, which are all that
 * differs there. The page stays so: a change of colours costs more than axe-core itself.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const [present, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  expect(await violations(page), `${where}, ${present}`).toEqual([])
  await expectColours(page, `${where}, ${other}`, other)
}

/** Asks about the contrast alone, for a page that was looked at in other colours. */
export async function expectColours(page: Page, where: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  expect(await violations(page, ['color-contrast']), where).toEqual([])
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // The new colours come once the page has heard of them and has nothing else to do, which on some pages is never, are worked out with the next frame,
  // and then change in a transition, however short; half of it would be measured. Asked for often: Playwright's own pauses grow to a second.
  await page.evaluate(
    'new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(done)), { timeout: 1000 }))',
  )
  await expect.poll(() => page.evaluate(RUNNING), { intervals: [25] }).toEqual([])
  // Legacy mode spares a second page, which only frames of other hosts need. What axe-core is stays in the page until it is left.
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(AXE)
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode(true)
  // Only violations are read: what passes need not be described node by node.
  const options = { resultTypes: ['violations' as const] }
  const found = await (rules
    ? axe.options(options).withRules(rules)
    : axe.options({ ...options, rules: MORE_RULES })
  ).analyze()
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}
