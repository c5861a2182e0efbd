import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Asks axe-core about the page as it is, then about its colours in the dark, which are all that differs there. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violations(page), where).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, ['color-contrast']), `${where}, dark`).toEqual([])
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // The new colours are worked out with the next frame, and then change in a transition, however short; half of it
  // would be measured.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
  // Legacy mode spares a second page, which only frames of other hosts need.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}
