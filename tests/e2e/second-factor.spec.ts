import type { Page } from '@playwright/test'
import { stepAt, totpCode } from '../../server/accounts/auth/second-factor/totp.ts'
import { type Colleague, expect, signIn, test, typeSignIn } from './staff.ts'

/** From the profile to where a factor is chosen. */
async function addFactor(page: Page, { password }: Colleague): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add two-step verification' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function keepRecoveryCodes(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
}

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Booked Appointments' })

test('an app that shows codes is set up on the profile and asked for at the next sign-in', async ({
  page,
  staff,
}) => {
  const ada = await staff.colleague()
  await signIn(page, ada, '/profile')
  await addFactor(page, ada)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const shown = (await page.locator('code').innerText()).replace(/\s/g, '')
  const secret = fromBase32(shown)
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(totpCode(secret, stepAt(new Date())))
  await keepRecoveryCodes(page)
  await expect(page.getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible()
  await signOut(page)

  await typeSignIn(page, ada.username, ada.password)
  await expect(page.getByRole('heading', { name: "Verify it's you" })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
  // The code of before is used up; the app's next one counts already.
  await page
    .getByRole('textbox', { name: 'Code from your authenticator app' })
    .fill(totpCode(secret, stepAt(new Date()) + 1))
  await expect(dashboard(page)).toBeVisible()
})

test('a passkey is made on the profile, follows the password, and signs in alone', async ({
  page,
  staff,
}) => {
  const ada = await staff.colleague()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, ada, '/profile')
  await addFactor(page, ada)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await keepRecoveryCodes(page)
  await signOut(page)

  await typeSignIn(page, ada.username, ada.password)
  const passkey = page.getByRole('button', { name: 'Use your passkey' })
  await expect(passkey).toBeFocused()
  await passkey.press('Enter')
  await expect(dashboard(page)).toBeVisible()
  await page.goto('/profile')
  await signOut(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(dashboard(page)).toBeVisible()
})

/** As an app reads a secret that is typed into it. */
function fromBase32(text: string): Buffer {
  const digits = [...text].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
