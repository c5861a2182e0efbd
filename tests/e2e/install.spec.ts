import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './staff.ts'
import { heading, openConfirmation, submit } from './wizard.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** A browser under test offers nothing by itself: this makes Chromium's event, as soon as a page is there. */
const OFFER = `addEventListener('load', () => {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  offer.prompt = () => {
    window.timesAsked = (window.timesAsked ?? 0) + 1
    return Promise.resolve({ outcome: 'accepted' })
  }
  dispatchEvent(offer)
})`

const hint = (page: Page) => page.getByRole('complementary', { name: 'Install the app' })
/** On staff pages it is named once they are there. */
const expectManifest = (page: Page, address: string) =>
  expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', address)

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Chromium finds nothing wrong with either manifest, its pictures included, and each installable', async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page)
    for (const [address, manifest, start] of [
      ['/book-appointment', '/manifest.webmanifest', '/book-appointment'],
      ['/login', '/staff.webmanifest', '/dashboard'],
    ] as const) {
      await page.goto(address)
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await expectManifest(page, manifest)
      const { url, errors, data } = await session.send('Page.getAppManifest')
      expect([new URL(url).pathname, errors]).toEqual([manifest, []])
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      expect(installabilityErrors, manifest).toEqual([])
      expect((await page.request.get(url)).headers()['content-type']).toBe('application/manifest+json')
      const { start_url, icons, screenshots, shortcuts } = JSON.parse(data ?? '{}')
      expect(start_url).toBe(start)
      const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((each: { icons: [] }) => each.icons)]
      for (const { src, type } of pictures) {
        const answer = await page.request.get(src)
        expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type])
      }
    }
  })
})

test('who has booked may keep the app, and is asked by the browser after a press; the steps before say nothing of it', async ({
  page,
  clinic,
  visitor,
}) => {
  await page.addInitScript(OFFER)
  await openConfirmation(page, visitor, await clinic.freeSlot())
  await expect(hint(page)).toHaveCount(0)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await expect(hint(page)).toContainText('Add this page to your home screen')
  await expectAccessible(page, 'install hint')
  await hint(page).getByRole('button', { name: 'Add to home screen' }).click()
  await expect(hint(page)).toHaveCount(0)
  expect(await page.evaluate('window.timesAsked')).toBe(1)
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: IPHONE })

  test('the words say how, since only the menu of Safari can do it; staff who do not want it are not asked again on this device, and their pages name the manifest for staff', async ({
    page,
    clinic: _,
    staff,
  }) => {
    await signIn(page, await staff.colleague())
    await expect(hint(page)).toContainText('Install Enamel on this device')
    await expect(hint(page)).toContainText("Tap Share in the browser's bar, then 'Add to Home Screen'.")
    await expect(hint(page).getByRole('button')).toHaveText("Don't ask again")
    await hint(page).getByRole('button', { name: "Don't ask again" }).click()
    await expect(hint(page)).toHaveCount(0)

    await page.goto('/book-appointment')
    await expectManifest(page, '/manifest.webmanifest')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
    await expectManifest(page, '/staff.webmanifest')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(hint(page)).toHaveCount(0)
  })
})
