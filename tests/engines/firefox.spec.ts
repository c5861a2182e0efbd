import type { Locator, Page } from '@playwright/test'
import { typedMoment } from '../e2e/blocker-form.ts'
import { addressOf } from '../e2e/built-chunks.ts'
import { spokenDay } from '../e2e/labels.ts'
import { appIsCached, arePagesStored } from '../e2e/offline-support/cached.ts'
import { dayAddress, expectOffline, isLive, rowOf, rows } from '../e2e/offline-support/staff-pages.ts'
import { expect, typeSignIn } from '../e2e/staff.ts'
import {
  type Fill,
  fillPersonal,
  goToConfirmation,
  heading,
  next,
  noLink,
  startAsVisitor,
  submit,
} from '../e2e/wizard.ts'
import { openBadLine } from '../support/bad-line.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { test } from './firefox-test.ts'

/*
 * The way through the app in Firefox, as far as engines may differ. The rules are tested in Chromium.
 */

/** By WebDriver BiDi a field that is filled at once sends the page no events. */
const typeInto: Fill = async (field, text) => {
  await field.click()
  await field.pressSequentially(text)
}

test('a visitor books in Firefox', async ({ page, clinic, visitor }) => {
  await goToConfirmation(page, visitor, await clinic.freeSlot(), typeInto)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  const [appointment] = await clinic.appointmentsOf(visitor)
  expect(appointment).toMatchObject({ first_name: visitor.firstName, last_name: visitor.lastName })
  await expect(page.getByText(appointment?.reference ?? 'none', { exact: true })).toBeVisible()
})

test('a field stays empty after a reload in Firefox when the page itself has forgotten it', async ({
  page,
  visitor,
}) => {
  await startAsVisitor(page)
  await fillPersonal(page, visitor, typeInto)
  await page.evaluate('localStorage.clear()')
  await page.reload()
  await expect(heading(page, 1)).toBeVisible()
  await noLink(page).click()
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test.describe('a page whose scripts are delayed', () => {
  // The proxy is another host than the server, and a user who goes back no longer waits for slots.
  test.use({ expectedProblems: /^request to http:\/\/127\.|NS_BINDING_ABORTED$/ })

  // Ten times: node scripts/launch.mjs tests/engines/run.ts firefox -g 'scripts are delayed' --repeat-each 10
  test('keeps what a visitor types while the app loads, and the press on Next', async ({
    page,
    server,
    visitor,
  }) => {
    const scripts = await holdScripts(server)
    try {
      await page.goto(`${scripts.url}/book-appointment`, { waitUntil: 'commit' })
      await noLink(page).click()
      const first = page.getByLabel('First Name')
      await expect(first).toBeFocused()
      await fillPersonal(page, visitor, typeInto)
      await page.getByLabel('Female').check()
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await first.click()
      await page.keyboard.press('End')
      scripts.release()
      let typed = visitor.firstName
      while (await page.locator('[data-early]').count()) {
        await page.keyboard.type('x')
        typed += 'x'
      }
      await expect(heading(page, 3)).toBeVisible()
      await page.goBack()
      await expect(first).toHaveValue(new RegExp(`^${typed.slice(0, -1)}x?$`))
      await expect(page.getByLabel('Last Name')).toHaveValue(visitor.lastName)
      await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
      await expect(page.getByLabel('Female')).toBeChecked()
      await page.goBack()
      await expect(heading(page, 1)).toBeVisible()
      expect(new URL(page.url()).hash).toBe('')
    } finally {
      await scripts.close()
    }
  })
})

const isFocused = async (part: Locator) => (await part.and(part.page().locator(':focus')).count()) > 0

async function addBlockerByKeyboard(page: Page, date: string): Promise<void> {
  const { keyboard } = page
  await page.getByRole('button', { name: 'Add Blocker' }).first().focus()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Create Blocker')
  await dialog.getByLabel('Description').focus()
  await keyboard.type('Stocktaking')
  await keyboard.press('Tab')
  await expect(dialog.getByLabel('Type')).toBeFocused()
  await keyboard.type('One')
  for (const [label, time] of [
    ['Start', '14:00'],
    ['End', '15:30'],
  ] as const) {
    const first = dialog.getByRole('group', { name: label }).getByRole('spinbutton').first()
    while (!(await isFocused(first))) await keyboard.press('Tab')
    await keyboard.type(typedMoment({ date, time }))
  }
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  while (!(await isFocused(save))) await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Stocktaking')).toContainText('2:00 PM')
}

test.describe('a visitor on a line that breaks', () => {
  // Firefox reports each unanswered call, the worker's as well; and the line is another host than the server.
  test.use({
    expectedProblems:
      /^failed: |^console error: |^exception: NetworkError when attempting to fetch|^exception: Failed to load \S+\. A ServiceWorker|^request to http:\/\/127\./,
  })

  test('can press again to load a part of the page that failed to load once', async ({
    page,
    server,
    visitor,
  }) => {
    let isBad = true
    const steps = await addressOf('src/features/booking/later-steps.tsx')
    const line = await openBadLine({
      port: Number(new URL(server.url).port),
      nextFate: () => (isBad ? 'dropped' : 'well'),
      harms: (firstLine) => firstLine.includes(steps),
    })
    try {
      await page.goto(`${line.url}/book-appointment`)
      await page.getByRole('link', { name: 'No', exact: true }).click()
      await fillPersonal(page, visitor, typeInto)
      await next(page)
      await expect(page.getByText("We couldn't load this").first()).toBeVisible()
      expect(line.seen.dropped).toBeGreaterThan(0)
      isBad = false
      await next(page)
      await expect(heading(page, 3)).toBeVisible()
    } finally {
      await line.close()
    }
  })

  test('staff sign in, see new bookings and a day, add a blocker by keyboard, and read on without a server', async ({
    page,
    server,
    clinic,
    staff,
  }) => {
    const slot = await clinic.freeSlot()
    await clinic.book(slot, { doctor_id: 'fct-musa' })
    const { username, password } = await staff.colleague()
    await page.goto('/login')
    await typeSignIn(page, username, password, typeInto)
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
    await expect(rowOf(page, 'Chidi Eze')).toBeVisible()
    await isLive(page)
    await clinic.book({ ...slot, time: '16:30' }, { surname: 'Ngozi', doctor_id: 'fct-musa' })
    await expect(rowOf(page, 'Ngozi')).toContainText('New')

    await page.goto('/config')
    await addBlockerByKeyboard(page, slot.date)
    await page.goto(dayAddress(slot.date))
    await expect(page.getByRole('heading', { name: spokenDay(slot.date) })).toBeVisible()
    const day = page.getByRole('region', { name: 'Abuja' })
    await expect(day).toContainText('Chidi Eze')

    await Promise.all([appIsCached(page), arePagesStored(page, [slot.date, 'list', 'blockers'])])
    await server.stop()
    await page.reload()
    await expect(day).toContainText('Chidi Eze')
    await expectOffline(page)
    await page.goto('/dashboard')
    await expect(rows(page)).toHaveCount(2)
    await server.start()
    await isLive(page)
  })
})
