import { expect, type Page } from '@playwright/test'
import type { Clinic, Visitor } from '../clinic.ts'
import { askForCode, codeField, confirm, enterCode } from '../patients.ts'
import { chooseSlot, dayTiles, fillPersonal, heading, next, noLink, submit } from '../wizard.ts'

/** What is done at every stop; it leaves the page as it found it, in English. */
export type Look = (where: string) => Promise<void>

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The first step with its answer Yes, up to a code that is wrong. */
export async function walkVerification(page: Page, look: Look): Promise<void> {
  await page.goto('/book-appointment')
  await expect(heading(page, 1)).toBeVisible()
  await look('step 1')
  await press(page, 'Yes')
  await confirm(page).click()
  await expect(page.getByText('Please enter email or clinic ID!')).toBeVisible()
  await look('a contact that is missing')
  await page.reload()
  await askForCode(page, 'nobody@example.com')
  await expect(codeField(page)).toBeVisible()
  await look('the code')
  await enterCode(page, '123456')
  await expect(page.locator('[data-status=error]')).toBeVisible()
  await look('a code that is wrong')
}

/** A visitor's booking with every error on the way, and a time that is lost to somebody else. */
export async function walkBooking(page: Page, clinic: Clinic, visitor: Visitor, look: Look): Promise<void> {
  const slot = await clinic.freeSlot()
  await page.goto('/book-appointment')
  await noLink(page).click()
  await expect(heading(page, 2)).toBeVisible()
  await expect(page.locator('[data-early]')).toHaveCount(0)
  await look('step 2')
  await next(page)
  await expect(page.getByText('Please fill in this field.').first()).toBeVisible()
  await look('step 2 with errors')
  await fillPersonal(page, visitor)
  await next(page)
  await expect(dayTiles(page).first()).toBeChecked()
  await next(page)
  await expect(page.getByText('Please choose consultation or procedure.')).toBeVisible()
  await look('step 3 with errors')
  await page.getByLabel('Procedure', { exact: true }).check()
  await chooseSlot(page, slot)
  await look('step 3')
  await next(page)
  await expect(heading(page, 4)).toBeVisible()
  await look('step 4')
  await clinic.takeSlot(slot)
  await submit(page)
  await expect(page.getByText('Nearest available times:')).toBeVisible()
  await look('a time that is lost')
  await chooseSlot(page, { ...slot, time: '16:30' })
  await next(page)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await look('booked')
}

/** The pages for people who are not signed in. */
export async function walkAccounts(page: Page, look: Look): Promise<void> {
  const send = () => page.locator('form [type=submit]').first().click()
  await page.goto('/login')
  await send()
  await expect(page.getByText('Please Enter Your Username')).toBeVisible()
  await look('sign in')
  await page.goto('/forgot-password')
  await send()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await look('forgotten password')
  await page.goto(`/reset-password#token=${'a'.repeat(43)}`)
  await send()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await look('new password')
  await page.goto(`/register#invite=${'a'.repeat(43)}`)
  await send()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await look('register')
  await page.goto('/unlock')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look('nothing to unlock')
}
