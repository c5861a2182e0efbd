import type { Page, Route } from '@playwright/test'
import clinic from '../../clinic.config.ts'
import { expect, test } from './clinic.ts'
import { onDeskAndPhone } from './device.ts'
import { fillPersonal, heading, next, noLink } from './wizard.ts'

test.use({ expectedProblems: /ERR_FAILED/ })

const ADDRESS = clinic.locations.find(({ code }) => code === 'fct')?.address ?? ''
const card = (page: Page) => page.getByRole('region', { name: 'The clinic', exact: true })
const place = (page: Page) => page.getByLabel('Prefered Location')
const CALL = '**/api/clinic'

test('the page holds no fact of the clinic but its name', async ({ request }) => {
  const html = await (await request.get('/book-appointment')).text()
  const withScript = html.replace(/<noscript>.*?<\/noscript>/s, '')
  expect(withScript).toContain(clinic.name)
  for (const { name, address, phone = '' } of clinic.locations)
    for (const fact of [name, address, phone]) expect(withScript).not.toContain(fact)
})

test('the first steps need no answer about the clinic, and the next one says that it is missing', async ({
  page,
  visitor,
}) => {
  await page.route(CALL, (route) => route.abort())
  await page.goto('/book-appointment')
  await expect(card(page)).toContainText("We couldn't load our address and opening hours.")
  await noLink(page).click()
  await expect(heading(page, 2)).toBeVisible()
  await expect(place(page)).toBeDisabled()
  await fillPersonal(page, visitor)
  const missing = page.getByRole('alert').filter({ hasText: "couldn't load" })
  await next(page)
  await expect(missing).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(visitor.email)

  await page.unroute(CALL)
  await next(page)
  await expect(heading(page, 3)).toBeVisible()
})

onDeskAndPhone(() => {
  test('a late answer moves nothing and leaves what was typed', async ({ page, visitor }) => {
    const calls: Route[] = []
    await page.route(CALL, (route) => void calls.push(route))
    await page.addInitScript(`
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.hadRecentInput ? 0 : entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    `)
    await page.goto('/book-appointment')
    await expect.poll(() => calls.length).toBe(1)
    const before = await card(page).boundingBox()
    await noLink(page).click()
    await fillPersonal(page, visitor)
    await page.getByLabel('Last Name').focus()
    await expect(place(page)).toHaveValue('')
    for (const call of calls) await call.continue()
    await expect(place(page)).toHaveValue('fct')
    await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
    await expect(page.getByLabel('Last Name')).toBeFocused()

    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(card(page)).toContainText(ADDRESS)
    await expect(card(page)).toContainText('Next available:')
    expect((await card(page).boundingBox())?.height).toBe(before?.height)
    expect(await page.evaluate('window.shift')).toBeLessThan(0.02)
  })
})

test('the card asks again when it is told to, and follows another answer without a reload', async ({
  page,
}) => {
  let calls = 0
  await page.route(CALL, (route) => {
    calls += 1
    return route.abort()
  })
  await page.goto('/book-appointment')
  await expect(card(page)).toContainText("We couldn't load our address and opening hours.")
  // At the first sign of somebody the later steps are fetched, and ask as well.
  await page.mouse.move(5, 5)
  await page.mouse.move(50, 50)
  await expect.poll(() => calls).toBeGreaterThan(1)
  await page.unroute(CALL)
  await page.route(
    CALL,
    async (route) => {
      const answer = await route.fetch()
      const { data } = await answer.json()
      const locations = data.locations.map((each: object) => ({ ...each, address: '1 New Street, Abuja' }))
      await route.fulfill({ json: { success: true, data: { ...data, locations } } })
    },
    { times: 1 },
  )
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page)).toContainText('1 New Street, Abuja')
  await expect(card(page)).toContainText('Next available:')
  // Some minutes later somebody comes back to the page.
  await page.evaluate(`
    const now = Date.now
    Date.now = () => now() + 5 * 60_000
    document.dispatchEvent(new Event('visibilitychange'))
  `)
  await expect(card(page)).toContainText(ADDRESS)
})
