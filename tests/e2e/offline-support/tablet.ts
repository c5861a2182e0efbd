import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { browserFlags } from '../../../scripts/browser/find-browser.ts'
import { RUN_FOLDER } from '../global-setup.ts'
import { type Colleague, signIn } from '../staff.ts'

export const PIN = '194703'

/** A device: a browser with a profile of its own that outlives it. */
export type Device = {
  /** The folder of the profile. */
  profile: string
  /** Starts the browser, as after the device's restart. @returns an empty tab */
  start(): Promise<Page>
  /** Ends the browser, and with it everything that only lives as long. */
  end(): Promise<void>
}

/** A new device, on which nothing has been opened yet. @param baseURL where the clinic's server is */
export async function newDevice(baseURL: string): Promise<Device> {
  const profile = await mkdtemp(path.join(process.env[RUN_FOLDER] ?? '', 'device-'))
  let context: BrowserContext | undefined
  return {
    profile,
    async start() {
      context = await chromium.launchPersistentContext(profile, {
        ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
        args: browserFlags(),
        baseURL,
        serviceWorkers: 'allow',
        locale: 'en-US',
        timezoneId: 'America/Los_Angeles',
        reducedMotion: 'reduce',
        viewport: { width: 1180, height: 820 },
      })
      context.setDefaultTimeout(8_000)
      return context.pages()[0] ?? context.newPage()
    },
    async end() {
      await context?.close()
      context = undefined
    },
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Makes the browser of whoever is signed in a reception tablet. */
export async function becomeTablet(page: Page, name: string): Promise<void> {
  await page.goto('/devices')
  await press(page, 'Use this device as a reception tablet')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN)
  await dialog.getByLabel('Repeat PIN', { exact: true }).fill(PIN)
  await press(page, 'Use as a tablet')
  await expect(page.getByRole('region', { name: `This device is “${name}”` })).toBeVisible()
}

/** Whoever is signed in gives themselves a PIN at the tablet. */
export async function choosePin(page: Page, pin: string): Promise<void> {
  await page.goto('/profile')
  await press(page, 'Choose a PIN')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('Repeat new PIN', { exact: true }).fill(pin)
  await dialog.getByRole('button', { name: 'Change PIN' }).click()
  await expect(dialog).toBeHidden()
}

/** Starts a new device and makes it the reception tablet of a colleague, who is signed in there. @returns its tab and its name */
export async function startTablet(
  device: Device,
  colleague: Colleague,
): Promise<{ page: Page; name: string }> {
  const page = await device.start()
  const name = `Front desk ${Date.now()}`
  await signIn(page, colleague)
  await becomeTablet(page, name)
  return { page, name }
}

export const pinHeading = (page: Page) => page.getByRole('heading', { name: 'Enter your PIN' })

export async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN for this tablet').fill(pin)
  await press(page, 'Open')
}

export async function lockTablet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'your account' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(pinHeading(page)).toBeVisible()
}
