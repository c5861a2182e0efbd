import type { Page } from '@playwright/test'
import { mailParts } from '../support/mail-server.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './clinic.ts'
import { holdBack } from './hold-back.ts'
import { instantOf } from './labels.ts'
import { dayTile, dayTiles } from './wizard.ts'

// The links as they are opened: the page takes the token out of the address at once.
test.use({ serviceWorkers: 'allow', expectedProblems: /^address: \S+\/visit#[\w-]{22}$/ })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a patient sees, confirms, moves and cancels a visit by the link of its mail, which stores nothing', async ({
  page,
  clinic,
  visitor,
}) => {
  const slot = await clinic.freeSlot()
  await clinic.book(slot, {
    surname: visitor.firstName,
    other_names: visitor.lastName,
    email: visitor.email,
    phone_number: visitor.phone,
  })
  await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
  const [raw = ''] = clinic.mailsTo(visitor)
  const [link = ''] = /http:\S+\/visit#[\w-]{22}/.exec(mailParts(raw)[0]?.content ?? '') ?? []
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const release = await holdBack(page, '**/assets/visit-*.js')
  await page.goto(link, { waitUntil: 'commit' })
  // The visit and the clinic are asked for before the app is there, and not again.
  await expect
    .poll(() => calls.filter((path) => path.startsWith('/api/')).sort())
    .toEqual(['/api/clinic', '/api/visit'])
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  expect(calls.filter((path) => path.startsWith('/api/'))).toHaveLength(2)
  // Neither on the screen nor in the list of visited pages; a reload still knows it.
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expectAccessible(page, 'an own visit')
  expect(await page.content()).not.toContain(visitor.lastName)

  await button(page, "Yes, I'm coming").click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you – see you' })).toBeFocused()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

  await button(page, 'Choose another time').click()
  await dayTiles(page).nth(1).check()
  await page.getByRole('button', { name: '11:30 AM', exact: true }).click()
  await expectAccessible(page, 'another time for an own visit')
  await page.getByRole('button', { name: /^Move to .*11:30 AM$/ }).click()
  await expect(page.getByText('Moved. Your new time:')).toBeVisible()
  const [moved] = await clinic.appointmentsOf(visitor)
  expect(moved?.starts_at.getTime()).not.toBe(instantOf(slot).getTime())

  await button(page, 'Cancel appointment').click()
  await page.getByLabel('Why? (optional)').fill('I am away')
  await button(page, 'Yes, cancel it').click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(button(page, 'Restore this appointment')).toBeVisible()

  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toMatch(
    new RegExp(`${visitor.lastName}|${moved?.reference}|${link.slice(-22)}`, 'i'),
  )
})

test('a patient moves an appointment in seven weeks near its own date, and to another dentist by a press', async ({
  page,
  clinic,
  visitor,
}) => {
  const days = await clinic.freeDays(49, 62)
  const [first, second] = days.filter(({ slots }) => slots.includes('10:30') && slots.includes('14:00'))
  if (!first || !second) throw new Error('The clinic has no days in seven weeks.')
  const slot = { date: first.date, time: '10:30' }
  await clinic.book(slot, {
    surname: visitor.firstName,
    other_names: visitor.lastName,
    email: visitor.email,
    phone_number: visitor.phone,
    doctor_id: 'fct-danjuma',
  })
  await clinic.book({ ...slot, time: '14:00' }, { doctor_id: 'fct-danjuma' })
  await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
  const [raw = ''] = clinic.mailsTo(visitor)
  const [link = ''] = /http:\S+\/visit#[\w-]{22}/.exec(mailParts(raw)[0]?.content ?? '') ?? []
  await page.goto(link)
  await button(page, 'Choose another time').click()
  // The day of the appointment itself comes first.
  const ownDay = dayTile(page, slot.date)
  await expect(ownDay).toBeChecked()
  await expect(dayTile(page, second.date)).toHaveCount(1)
  await expect(button(page, '2:00 PM')).toHaveCount(0)
  await button(page, 'Earlier days').click()
  await expect(ownDay).toHaveCount(0)
  await button(page, 'Later days').click()
  await expect(ownDay).toBeChecked()

  await button(page, 'Show times with other dentists').click()
  const other = page.getByRole('button', { name: /^2:00 PM with Dr\. .* instead of Dr\. Grace Danjuma$/ })
  await other.click()
  await expectAccessible(page, 'a time with another dentist')
  await page
    .getByRole('button', { name: /^Move to .*2:00 PM with .* instead of Dr\. Grace Danjuma$/ })
    .click()
  await expect(page.getByText('Moved. Your new time:')).toBeVisible()
  await expect(page.getByText('Dr. Grace Danjuma')).toHaveCount(0)
})

test.describe('a link that opens nothing', () => {
  test.use({ expectedProblems: /status of 401|^address: \S+\/v(?:isit)?#[\w&=-]+$/ })

  test('says so with the phone, with the worker installed too', async ({ page }) => {
    await page.goto('/book-appointment')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.goto(`/v#${'A'.repeat(22)}`)
    await expect(page.getByRole('alert')).toHaveText(
      'This link is invalid or has expired. Please call the clinic.',
    )
    await expect(page.getByRole('link', { name: '+234 700 000 0002' })).toHaveAttribute(
      'href',
      'tel:+2347000000002',
    )
    expect(new URL(page.url()).hash).toBe('')
  })

  test('stands beside another in one tab: Back and Forward show what each of them opens', async ({
    page,
    clinic,
    visitor,
  }) => {
    await clinic.book(await clinic.freeSlot(), { email: visitor.email })
    await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
    const [raw = ''] = clinic.mailsTo(visitor)
    const [link = ''] = /\/visit#[\w-]{22}/.exec(mailParts(raw)[0]?.content ?? '') ?? []
    const dead = page.getByRole('alert').filter({ hasText: 'This link is invalid or has expired' })
    await page.goto(`/visit#${'A'.repeat(22)}`)
    await expect(dead).toBeVisible()
    // As a program that shows messages may pass it on.
    await page.goto(`${link}&from=mail`)
    await expect(button(page, "Yes, I'm coming")).toBeVisible()
    await page.goBack()
    await expect(dead).toBeVisible()
    await page.goForward()
    await expect(button(page, "Yes, I'm coming")).toBeVisible()
  })
})
