import type { Page } from '@playwright/test'
import appointments from '../../src/i18n/locales/de/appointments.json' with { type: 'json' }
import german from '../../src/i18n/locales/de/booking.json' with { type: 'json' }
import common from '../../src/i18n/locales/de/common.json' with { type: 'json' }
import russian from '../../src/i18n/locales/ru/booking.json' with { type: 'json' }
import later from '../../src/i18n/locales/ru/later.json' with { type: 'json' }
import { mailParts } from '../support/mail-server.ts'
import { addressOf } from './built-chunks.ts'
import { holdBack } from './hold-back.ts'
import { expect, signIn, test } from './staff.ts'
import { alert, heading } from './wizard.ts'

const choose = (page: Page, code: string) =>
  page.getByRole('combobox', { name: 'Language' }).selectOption(code)
const html = (page: Page) => page.locator('html')
const stored = (page: Page) => page.evaluate("localStorage.getItem('I18N_LANGUAGE')")

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('a patient books in Russian, and the mail is in Russian', async ({ page, clinic, visitor }) => {
    const letThrough = await holdBack(page, '**/assets/*.js')
    await page.goto('/book-appointment', { waitUntil: 'domcontentloaded' })
    await choose(page, 'rs')
    // As on a slow line: the app comes after the choice.
    letThrough()
    await expect(page.getByRole('heading', { name: russian.title })).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'ru')
    await expect(page).toHaveTitle('Запись на приём | Enamel Dental Clinic')

    await page.getByRole('link', { name: russian.validation.no, exact: true }).click()
    const next = page.getByRole('button', { name: russian.nav.next, exact: true })
    await next.click()
    await expect(page.getByText(russian.field.required).first()).toBeVisible()
    await page.getByLabel(russian.personal.firstName).fill(visitor.firstName)
    await page.getByLabel(russian.personal.lastName).fill(visitor.lastName)
    await page.getByLabel(russian.personal.email).fill(visitor.email)
    await page.getByLabel(russian.personal.phoneNumber).fill(visitor.phone)
    await expect(page.getByLabel(russian.personal.nationality)).toContainText('Нигерия')
    await next.click()

    await page.getByLabel(later.details.types.consultation, { exact: true }).check()
    await expect(page.getByRole('group', { name: later.slots.date })).toContainText('пн')
    const times = page.getByRole('region', { name: later.slots.afternoon }).getByRole('button')
    // People there count the hours to 24.
    await expect(times.last()).toHaveText(/^1[2-9]:\d\d$/)
    await times.last().click()
    await next.click()
    await page.getByRole('button', { name: russian.nav.submit }).click()
    await expect(page.getByRole('heading', { name: later.booked.title })).toBeVisible()

    await expect.poll(() => clinic.mailsTo(visitor).length, { timeout: 60_000 }).toBe(1)
    const text = mailParts(clinic.mailsTo(visitor)[0] ?? '').find(({ type }) => type.startsWith('text/plain'))
    expect(text?.content).toContain('Вы записаны на приём')
  })
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

  test('a chosen language comes up without a flash of English, and without a connection', async ({
    page,
    context,
  }) => {
    await page.goto('/book-appointment')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await choose(page, 'gr')
    await expect(page.getByRole('heading', { name: german.title })).toBeVisible()
    const texts = () =>
      page.evaluate<string[]>(`(async () => {
        const kept = await (await caches.open('enamel-language')).keys()
        return kept.map(({ url }) => new URL(url).pathname)
      })()`)
    // The code of the language, the texts of the public page and of its later steps, and what that page says itself.
    await expect.poll(async () => (await texts()).length).toBe(5)

    await page.addInitScript(`(() => {
      window.seen = []
      const look = () => {
        const title = document.querySelector('h1')
        if (title && title.checkVisibility({ visibilityProperty: true })) seen.push(title.textContent)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })()`)
    const session = await context.newCDPSession(page)
    // As on a slow phone: many frames before the app is there.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await session.send('Network.clearBrowserCache')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: german.title })).toBeVisible()
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expect(await page.evaluate<string[]>('[...new Set(seen)]')).toEqual([german.title])
    await expect(html(page)).toHaveAttribute('lang', 'de')
    await page.getByRole('link', { name: german.validation.no, exact: true }).click()
    await expect(page.getByRole('heading', { name: german.steps.name[2] })).toBeVisible()
  })
})

test('the staff pages change in one go, and the other tab follows', async ({
  page,
  context,
  staff,
  clinic,
}) => {
  await clinic.book(await clinic.freeSlot())
  await signIn(page, await staff.colleague())
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/book-appointment')

  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: appointments.title })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: appointments.columns.when })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^\d\d\.\d\d\.\d{4}/ }).first()).toBeVisible()
  await expect(page).toHaveTitle(`${common.page.dashboard} | Enamel Dental Clinic`)
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await expect(other.getByRole('heading', { name: german.title })).toBeVisible()
  await expect(other).toHaveTitle(`${common.page['book-appointment']} | Enamel Dental Clinic`)
})

test.describe('a language that cannot be fetched', () => {
  test.use({ expectedProblems: /ERR_FAILED|ERR_BLOCKED/ })

  test('is told of in the present one, which stays: English where what is stored is none of ours', async ({
    page,
  }) => {
    await page.addInitScript("localStorage.setItem('I18N_LANGUAGE', 'klingon')")
    await page.goto('/book-appointment', { waitUntil: 'networkidle' })
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle('Book-appointment | Enamel Dental Clinic')
    const texts = `**${await addressOf('src/i18n/locales/it/booking.json')}`
    await page.route(texts, (route) => route.abort())
    await choose(page, 'it')
    await expect(alert(page, "We couldn't load Italiano.")).toBeVisible()
    await expect(heading(page, 1)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
    expect(await stored(page)).toBe('klingon')

    await page.unroute(texts)
    await choose(page, 'it')
    await expect(html(page)).toHaveAttribute('lang', 'it')
    expect(await stored(page)).toBe('it')
  })
})
