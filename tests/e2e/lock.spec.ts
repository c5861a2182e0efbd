import type { Page } from '@playwright/test'
import { IN_MOTION } from './device.ts'
import { everyTenMinutes } from './labels.ts'
import { becomeTablet, choosePin, PIN, typePin } from './offline-support/tablet.ts'
import { expect, signIn, test, typeSignIn } from './staff.ts'

// What the browser stores of appointments, the service worker stores.
test.use({
  ...IN_MOTION,
  expectedProblems: /status of (?:400|401)|ERR_(?:INTERNET_DISCONNECTED|FAILED)/,
  serviceWorkers: 'allow',
})

const lock = (page: Page) => page.getByRole('button', { name: 'Unlock', exact: true })
const rows = (page: Page) => page.locator('[data-row]')

test('a desk that nobody touches locks in all its tabs, and unlocks in the very same places', async ({
  page,
  context,
  clinic,
  staff,
}) => {
  const { date } = await clinic.freeSlot()
  await clinic.store(
    everyTenMinutes(date, 9).map((slot) => ({ ...slot, surname: 'Ngozi' })),
    10,
  )
  await context.clock.install()
  const ada = await staff.colleague()
  const profile = await context.newPage()
  await signIn(profile, ada, '/profile')
  await profile.getByLabel('Job title').fill('Head of hygiene')
  // The session of the other tab.
  await page.goto('/dashboard')
  await expect(rows(page)).toHaveCount(9)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.mouse.wheel(0, 250)
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(250)
  const token = await page.evaluate<string>("sessionStorage.getItem('token')")

  // A hand on one of them holds both open, and what the server sends is no hand.
  await context.clock.fastForward('14:00')
  await profile.mouse.move(300, 300)
  await context.clock.fastForward('14:00')
  await expect(rows(page)).toHaveCount(9)
  await context.clock.fastForward('02:00')
  for (const tab of [page, profile]) {
    await expect(tab.getByText(/^Locked at \d.* after 15 minutes of inactivity$/)).toBeVisible()
    await expect(tab.getByLabel('Password', { exact: true })).toBeFocused()
    expect(await tab.content()).not.toMatch(/Ngozi|hygiene/)
    expect(await tab.evaluate<string>('JSON.stringify({ ...sessionStorage, ...history.state })')).not.toMatch(
      new RegExp(`Ngozi|hygiene|pagesKey|${token}`),
    )
  }
  // A tab locks at once, and tells the server then.
  const ask = () => page.request.get('/api/auth/session', { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await ask()).json()).toMatchObject({ code: 'locked' })

  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill('not the one of Ada')
  await lock(page).click()
  await expect(page.getByText("That's not your password.")).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await lock(page).click()
  await expect(rows(page)).toHaveCount(9)
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(250)
  await expect(profile.getByLabel('Job title')).toHaveValue('Head of hygiene')
})

const OTHER_PIN = '580269'

test('two colleagues share a tablet: a name and a PIN, and without a connection the PIN alone', async ({
  page,
  context,
  clinic: _,
  staff,
  server,
}) => {
  const { pool } = server.database
  const [ada, bola] = [await staff.colleague(), await staff.colleague('reception')]
  await pool.query(`UPDATE staff SET other_names = 'Bola', surname = 'Eze' WHERE id = $1`, [bola.id])
  await context.clock.install()
  await signIn(page, ada)
  await becomeTablet(page, 'Front desk')

  await page.goto('/login')
  await typeSignIn(page, bola.username, bola.password)
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  await choosePin(page, OTHER_PIN)

  await page.getByRole('button', { name: 'your account' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await page.getByRole('button', { name: 'Dt. Ada Obi' }).click()
  await typePin(page, OTHER_PIN)
  await expect(page.getByText('Wrong PIN. You have 4 tries left', { exact: false }).first()).toBeVisible()
  // At once: the app that is there goes on, and nothing of it is loaded again.
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })
  await typePin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  expect(loads).toEqual([])
  const { rows: signedIn } = await pool.query(
    `SELECT staff_id FROM audit_log WHERE action = 'staff.signed_in' AND details->>'by' = 'pin'`,
  )
  expect(signedIn).toEqual([{ staff_id: ada.id }])

  await page.goto('/profile')
  await page.getByLabel('Job title').fill('Head of hygiene')
  await context.clock.fastForward('59:00')
  await expect(page.getByLabel('Job title')).toBeVisible()
  await context.clock.fastForward('02:00')
  await expect(page.getByText(/after 60 minutes of inactivity$/)).toBeVisible()
  await expect(page.getByLabel('PIN for this tablet')).toBeFocused()
  await context.setOffline(true)
  await typePin(page, PIN)
  await expect(page.getByLabel('Job title')).toHaveValue('Head of hygiene')
})
