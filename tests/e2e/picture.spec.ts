import type { Page } from '@playwright/test'
import { appIsCached, arePagesStored, picturedAt } from './offline-support/cached.ts'
import { bookTwoDays } from './offline-support/known-people.ts'
import { rows } from './offline-support/staff-pages.ts'
import { expect, signIn, test } from './staff.ts'

/* The picture of the list that a start draws before the app is there (docs/decisions/041-a-picture-of-the-list.md). */
test.use({ serviceWorkers: 'allow', expectedProblems: /^failed: |Failed to load resource/ })

type Row = { text: string; x: number; y: number; width: number; height: number }
type Seen = { picture?: Row[]; app?: Row[]; isPictureLeft?: boolean }

/** Notes what the picture shows when it is drawn, and what the app's first render does. No script sees the picture otherwise. */
const WATCH = `{
  const seen = (window.seen = {})
  const rowsOf = (root) =>
    [...root.querySelectorAll('tbody tr, li:has(time)')].map((row) => {
      const { x, y, width, height } = row.getBoundingClientRect()
      return { text: row.textContent, x, y, width, height }
    })
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (...given) {
    const root = attach.apply(this, given)
    requestAnimationFrame(() => {
      seen.picture = rowsOf(root)
    })
    seen.root = root
    return root
  }
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-row]')) return
    observer.disconnect()
    seen.app = rowsOf(document)
    queueMicrotask(() => {
      seen.isPictureLeft = seen.root?.host.isConnected
    })
  }).observe(document, { childList: true, subtree: true })
}`

const seen = (page: Page) => page.evaluate<Seen>('({ ...window.seen, root: undefined })')

for (const { where, size } of [
  { where: 'a table', size: { width: 1180, height: 820 } },
  { where: 'cards', size: { width: 390, height: 844 } },
])
  test(`without a connection ${where} can be read before the app is there, which says the same at the same place`, async ({
    page,
    server,
    clinic,
    staff,
  }) => {
    await page.setViewportSize(size)
    await signIn(page, await staff.colleague())
    await arePagesStored(page, ['list'])
    // Seen live they are marked as new for some seconds, of which a picture knows nothing.
    await bookTwoDays(clinic)
    await expect(rows(page)).toHaveCount(3)
    await expect(page.locator('[data-row][data-highlight]')).toHaveCount(3)
    const since = await page.evaluate(() => Date.now())
    await Promise.all([appIsCached(page), expect.poll(() => picturedAt(page)).toBeGreaterThan(since)])
    await page.addInitScript(WATCH)
    await server.stop()
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
    const { picture, app, isPictureLeft } = await seen(page)
    expect(picture?.length).toBeGreaterThanOrEqual(3)
    expect(picture).toEqual(app)
    expect(isPictureLeft).toBe(false)

    // Who has locked shows nobody any more.
    await page.evaluate(() => localStorage.setItem('lastHand', '1'))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
    expect(await seen(page)).toEqual({})
    await server.start()
  })
