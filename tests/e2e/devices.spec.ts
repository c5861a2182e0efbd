import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { becomeTablet, PIN } from './offline-support/tablet.ts'
import { expect, refused, signIn, test } from './staff.ts'

// What the browser stores of appointments, the service worker stores.
test.use({ serviceWorkers: 'allow', expectedProblems: refused(401) })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const thisDevice = (page: Page, name: RegExp | string) => page.getByRole('region', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')

/** Whether all that the browser stores of appointments opens with the tablet's PIN only; null: it stores nothing. */
const isAllUnderPin = (page: Page) =>
  page.evaluate<boolean | null>(`(async () => {
    const answered = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    async function all(name, storeName) {
      const databases = await indexedDB.databases()
      if (!databases.some((each) => each.name === name)) return []
      const database = await answered(indexedDB.open(name))
      const has = database.objectStoreNames.contains(storeName)
      const found = has ? await answered(database.transaction(storeName).objectStore(storeName).getAll()) : []
      database.close()
      return found
    }
    const sealed = (await all('enamel-sealed', 'sealed')).filter(({ bytes }) => bytes)
    if (sealed.length === 0) return null
    const [tablet] = await all('enamel-tablet', 'tablet')
    if (!tablet?.people?.length) return false
    const publicKey = await crypto.subtle.exportKey('raw', tablet.people[0].keys.publicKey)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey)).subarray(0, 16)
    const id = btoa(String.fromCharCode(...digest)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return sealed.every(({ keyId }) => keyId === id)
  })()`)

async function typePin(page: Page, label: string, pin: string, again = pin): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).fill(pin)
  await dialog(page)
    .getByLabel(/^Repeat/)
    .fill(again)
}

test('an admin makes the browser a tablet, and another revokes it from elsewhere', async ({
  page,
  browser,
  baseURL,
  clinic: _,
  staff,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const name = `Front desk ${Date.now()}`

  await signIn(page, await staff.colleague())
  await expect.poll(() => isAllUnderPin(page)).toBe(false)
  await page.getByRole('button', { name: /your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Reception tablets' }).click()
  await expect(page.getByRole('heading', { name: 'Reception tablets' })).toBeVisible()
  await press(page, 'Use this device as a reception tablet')
  await dialog(page).getByLabel('Name').fill(name)
  // It is for where its admin works, unless more is chosen.
  await expect(dialog(page).getByLabel('Abuja')).toBeChecked()
  await dialog(page).getByLabel('Abuja').uncheck()
  await typePin(page, 'PIN', '123456')
  await press(page, 'Use as a tablet')
  await expect(dialog(page).getByText(/^Consecutive digits are the first thing people try/)).toBeVisible()
  await expect(dialog(page).getByText('Please choose at least one location.')).toBeVisible()
  await expect(dialog(page).getByLabel('Lagos')).toBeFocused()
  await dialog(page).getByLabel('Lagos').check()
  await dialog(page).getByLabel('Abuja').check()
  await typePin(page, 'PIN', PIN, '194704')
  await press(page, 'Use as a tablet')
  await expect(dialog(page).getByText("The PINs don't match.")).toBeVisible()
  await typePin(page, 'PIN', PIN)
  await press(page, 'Use as a tablet')
  await expect(dialog(page)).toBeHidden()
  await expect(thisDevice(page, `This device is “${name}”`)).toBeVisible()
  await expect(row(page, name)).toContainText('Active')
  await expect(row(page, name)).toContainText('Lagos, Abuja')
  await expect(row(page, name)).toContainText('by Dt. Ada Obi')
  // What was on screen before is kept from now on too, without a reload.
  await expect.poll(() => isAllUnderPin(page)).toBe(true)
  await expectAccessible(page, 'a tablet')
  expect(sent.filter((each) => each.includes(PIN))).toEqual([])

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const elsewhere = await context.newPage()
  await signIn(elsewhere, await staff.colleague(), '/devices')
  await expect(thisDevice(elsewhere, 'This device')).toContainText("This isn't a reception tablet")
  const revoke = elsewhere.getByRole('button', { name: `Revoke ${name}` })
  await context.setOffline(true)
  await expect(revoke).toHaveAttribute('aria-disabled', 'true')
  await expect(revoke).toHaveAccessibleDescription(
    "You're offline. This page needs a connection to the clinic's server.",
  )
  await context.setOffline(false)
  await expect(revoke).not.toHaveAttribute('aria-disabled')
  await revoke.click()
  await expect(dialog(elsewhere).getByRole('heading', { name: `Revoke “${name}”?` })).toBeVisible()
  await press(elsewhere, 'Revoke')
  await expect(row(elsewhere, name)).toContainText('To be erased when next online')
  await expect(revoke).toBeHidden()

  // Whoever was signed in there is out of it at once, and at its next contact it deletes what it keeps.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await elsewhere.reload()
  await expect(row(elsewhere, name)).toContainText('Erased')
  await context.close()
})

test('an admin changes the PIN of the tablet, and makes it an ordinary browser again', async ({
  page,
  clinic: _,
  staff,
}) => {
  const name = `Front desk ${Date.now()}`
  await signIn(page, await staff.colleague())
  await becomeTablet(page, name)
  await press(page, 'Change PIN')
  await typePin(page, 'New PIN', '380 569')
  await dialog(page).getByRole('button', { name: 'Change PIN' }).click()
  await expect(page.getByText('PIN changed.').first()).toBeVisible()

  await press(page, 'Stop using as a tablet')
  await expect(dialog(page).getByRole('heading', { name: `Stop using “${name}” as a tablet?` })).toBeVisible()
  await press(page, 'Stop using it')
  await expect(page.getByText('This device is no longer a reception tablet.').first()).toBeVisible()
  await expect(thisDevice(page, 'This device')).toContainText("This isn't a reception tablet")
  // Nobody has to wait for its next contact.
  await expect(row(page, name)).toContainText('Erased')
})
