import type { Locator } from '@playwright/test'
import { expect, test } from './clinic.ts'
import { instantOf } from './labels.ts'
import { dayTiles, heading } from './wizard.ts'

/** Taps from the address to a booking, any doctor on the first free day; a tap into each field among them. */
const MOST_TAPS = 9

/** Counts what moves although nobody has done anything, from the first paint on. */
const WATCH_SHIFTS = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.textContent?.slice(0, 40)))
  }).observe({ type: 'layout-shift', buffered: true })`

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('whoever knows the address alone books with nine taps, and nothing moves under the finger', async ({
  page,
  clinic,
  visitor,
}) => {
  await page.addInitScript(WATCH_SHIFTS)
  const from = Date.now()
  let taps = 0
  const tap = async (what: Locator) => {
    taps += 1
    await what.tap()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/book-appointment')
  await expect(page.getByText('Next available:')).toBeVisible()
  // The opening hours too are of this day: the card is alive.
  await expect(page.locator('summary')).toContainText(/Open|Closed/)
  expect(await page.evaluate('window.shifts')).toEqual([])

  await tap(page.getByRole('link', { name: 'No', exact: true }))
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('adaeze')
  // Capitals are offered, and nobody has to take them.
  await expect(button('Use Adaeze')).toBeVisible()
  await tap(page.getByLabel('Last Name'))
  await page.keyboard.type(visitor.lastName)
  await tap(page.getByLabel('Email'))
  await page.keyboard.type(visitor.email)
  await tap(page.getByLabel('Phone Number'))
  await page.keyboard.type(visitor.phone)
  await tap(button('Next'))
  await expect(dayTiles(page).first()).toBeChecked()
  const day = (await clinic.freeDays(0, 60)).find(({ slots }) => slots.length > 0)
  // What is first by the end of the day is not by then.
  const time = day?.slots.at(-1) ?? 'none'
  await tap(page.getByRole('radio', { name: 'Consultation' }))
  await tap(
    page
      .getByRole('region', { name: /Morning|Afternoon/ })
      .last()
      .getByRole('button')
      .last(),
  )
  await tap(button('Next'))
  await tap(button('Submit'))
  await expect(heading(page, 'booked')).toBeVisible()
  process.stdout.write(
    `booking from the address: ${taps} taps, ${((Date.now() - from) / 1000).toFixed(1)} s without anybody's own time\n`,
  )
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)

  const [booked] = await clinic.appointmentsOf(visitor)
  expect(booked).toMatchObject({
    first_name: 'adaeze',
    doctor_chosen: false,
    starts_at: instantOf({ date: day?.date ?? '', time }),
  })
  // Who was assigned is named.
  await expect(page.getByText(/^You'll see Dr\. .*\. If your dentist changes/)).toBeVisible()
})
