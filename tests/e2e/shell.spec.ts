import type { Page } from '@playwright/test'
import { darkBars, lightBars } from '../../src/theme/theme-bars.ts'
import { expectAccessible } from './axe.ts'
import { addressOf } from './built-chunks.ts'
import { holdBack } from './hold-back.ts'
import { expect, signIn, test } from './staff.ts'

const settings = (page: Page) => page.getByRole('complementary', { name: 'Settings' })
const openSettings = (page: Page) => page.getByRole('button', { name: 'Settings', exact: true }).click()
const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click()
const topBar = (page: Page) => page.getByRole('banner')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const mode = (page: Page) => page.locator('html').getAttribute('data-mode')
const fill = (hex: string) => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return ['background-color', `rgb(${parts.join(', ')})`] as const
}
const widthOf = async (page: Page) => (await menu(page).boundingBox())?.width

test.describe('an admin', () => {
  test.beforeEach(async ({ page, staff }) => signIn(page, await staff.colleague()))

  test('finds the pages in a horizontal menu, skips it by keyboard, folds it, has it behind a button below 992 pixels, walks through the user menu, collapses and expands the sidebar, and meets no barrier there', async ({
    page,
    baseURL,
  }) => {
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveURL(`${baseURL}/dashboard`)

    await expect(menu(page).getByRole('link')).toHaveText([
      'Appointments',
      'Booked',
      'Patients',
      'Overview',
      'Config',
    ])
    await expect(menu(page).getByRole('link', { name: 'Booked' })).toHaveAttribute('aria-current', 'page')
    await menu(page).getByRole('link', { name: 'Config' }).click()
    await expect(page).toHaveTitle('Config | Enamel Dental Clinic')
    await expect(menu(page).getByRole('link', { name: 'Config' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('contentinfo')).toContainText(/© 20\d\d Enamel Dental Clinic/)

    await page.getByRole('button', { name: 'Close the menu' }).click()
    await expect(menu(page)).toBeHidden()
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(menu(page).getByRole('link', { name: 'Booked' })).toBeVisible()

    const button = page.getByRole('button', { name: 'Open the menu' })
    for (const [width, isWide] of [
      [992, true],
      [991, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(menu(page)).toBeVisible({ visible: isWide })
      await expect(button).toBeVisible({ visible: !isWide })
    }
    await page.setViewportSize({ width: 1280, height: 800 })

    // The user menu by keyboard, and a search without a name getting into the address.
    await page.getByRole('button', { name: /your account/ }).press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText([
      'View Profile',
      'Staff',
      'Reception tablets',
      'Calendar feeds',
      'Webhooks',
      'API keys',
      'Audit trail',
      'Recent bookings',
      'Logout',
    ])
    await expect(page.getByRole('menuitem', { name: 'View Profile' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${baseURL}/staff`)
    await expect(page.getByRole('menu')).toBeHidden()

    const field = page.getByRole('searchbox', { name: 'Search appointments' })
    await field.fill('  Ada Obi ')
    await field.press('Enter')
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
    expect(await page.evaluate('history.state.usr')).toMatchObject({ search: 'Ada Obi' })

    // The sidebar of the vertical layout.
    await page.evaluate(() => localStorage.setItem('layoutType', '"vertical"'))
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible()
    const large = (await widthOf(page)) ?? 0
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect.poll(() => widthOf(page)).toBe(64)
    // The words are gone from sight only.
    await expect(menu(page).getByRole('link', { name: 'Booked' })).toHaveAttribute('aria-current', 'page')
    await menu(page).getByRole('link', { name: 'Booked' }).hover()
    const hint = page.locator('body > [aria-hidden=true]').getByText('Booked', { exact: true })
    await expect(hint).toBeVisible()
    await page.getByRole('main').hover()
    await expect(hint).toHaveCount(0)
    await page.getByRole('button', { name: 'Expand the sidebar' }).click()
    await expect.poll(() => widthOf(page)).toBe(large)

    await expect(menu(page).getByText('soon', { exact: true }).filter({ visible: true })).toHaveCount(13)
    await expect(menu(page).getByRole('link')).toHaveCount(5)
    await expect(menu(page).getByRole('button')).toHaveText(['Multi level'])
    await expect(menu(page).getByText('Level 1.1')).toBeHidden()
    await menu(page).getByRole('button', { name: 'Multi level' }).click()
    await expect(menu(page).getByText('Level 1.1')).toBeVisible()

    // The horizontal one and its menus: long/accessibility-matrix.spec.ts. Colours of all themes: src/theme/theme-palette.test.ts.
    await openSettings(page)
    await expectAccessible(page, 'vertical with settings')
  })

  test('sees every setting take effect at once, finds it again after a reload, and each page covered where the preloader is on', async ({
    page,
  }) => {
    await expect(topBar(page)).toHaveCSS(...fill(lightBars.colored.fill))
    await openSettings(page)
    await choose(page, 'Top bar colour', 'Dark')
    await expect(topBar(page)).toHaveCSS(...fill(lightBars.dark.fill))
    await choose(page, 'Mode', 'Dark')
    await expect(topBar(page)).toHaveCSS(...fill(darkBars.dark.fill))
    await choose(page, 'Width', 'Boxed')
    await expect.poll(async () => (await topBar(page).boundingBox())?.width).toBeLessThan(1201)
    await choose(page, 'Layout', 'Vertical')
    // Another layout brings its own colour of the top bar (specification, section 9).
    await expect(page.getByRole('group', { name: 'Top bar colour' }).getByLabel('Light')).toBeChecked()
    const large = await widthOf(page)
    await choose(page, 'Sidebar size', 'Compact')
    await expect.poll(() => widthOf(page)).toBeLessThan(large ?? 0)
    await expect(menu(page)).toHaveCSS(...fill(darkBars.dark.fill))
    await choose(page, 'Sidebar colour', 'Colored')
    await expect(menu(page)).toHaveCSS(...fill(darkBars.colored.fill))
    await settings(page).getByRole('switch', { name: 'Preloader' }).check()

    const stored = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
    expect(stored).toMatchObject({
      layoutType: '"vertical"',
      layoutModeType: '"dark"',
      layoutWidth: '"boxed"',
      topbarTheme: '"light"',
      sidebarSizeType: '"small"',
      leftSideBarTheme: '"colored"',
      leftSideBarType: '"default"',
      isPreloader: 'true',
      showRightSidebar: 'true',
    })
    await page.reload()
    await expect(page.getByRole('group', { name: 'Layout' }).getByLabel('Vertical')).toBeChecked()
    await expect(page.getByRole('group', { name: 'Sidebar size' }).getByLabel('Compact')).toBeChecked()
    expect(await mode(page)).toBe('dark')

    // By more than its weight where the system's few colours take the place of ours.
    await page.emulateMedia({ forcedColors: 'active' })
    const read = new Function('choice', 'return getComputedStyle(choice).backgroundColor')
    const fillOf = (layout: string) =>
      page
        .getByRole('group', { name: 'Layout' })
        .getByText(layout, { exact: true })
        .evaluate(read as (choice: unknown) => string)
    expect(await fillOf('Vertical')).not.toBe(await fillOf('Horizontal'))
    await page.emulateMedia({ forcedColors: 'none' })

    // With the preloader, which covers each page that is opened for 2.5 seconds.
    const sheet = page.getByRole('status', { name: 'Loading' })
    await expect(sheet).toBeHidden()
    await page.clock.install()
    await page.keyboard.press('Escape')
    await expect(settings(page)).toBeHidden()
    await page.clock.pauseAt(new Date(Date.now() + 600_000))
    await menu(page).getByRole('link', { name: 'Config' }).click()
    await expect(sheet).toBeVisible()
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(2400)
    await expect(sheet).toBeVisible()
    await page.clock.runFor(200)
    await expect(sheet).toBeHidden()
  })

  test.describe('whose line drops', () => {
    test.use({ expectedProblems: /ERR_FAILED/ })

    test('is told that the settings could not be fetched, finds them at the next try, closes them, gets the focus back, and finds links at their foot', async ({
      page,
    }) => {
      const chunk = `**${await addressOf('src/features/shell/settings-panel.tsx')}`
      await page.route(chunk, (route) => route.abort())
      await openSettings(page)
      await expect(page.getByRole('alert')).toContainText("couldn't load")
      await expect(page.getByRole('button', { name: 'Settings', exact: true })).toHaveAttribute(
        'aria-expanded',
        'false',
      )
      await page.unroute(chunk)
      await openSettings(page)
      await expect(page.getByRole('button', { name: 'Close settings' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(settings(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeFocused()
      await openSettings(page)
      await page.getByRole('main').click({ position: { x: 20, y: 200 } })
      await expect(settings(page)).toBeHidden()

      await openSettings(page)
      for (const [name, address] of [
        ['Sample layout', '/docs/demonstration'],
        ['Purchase', '/docs/enamel'],
      ] as const) {
        const link = settings(page).getByRole('link', { name })
        await expect(link).toHaveAttribute('href', address)
        await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
        await expect(link).toHaveAttribute('target', '_blank')
      }
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test.beforeEach(async ({ page, staff }) => signIn(page, await staff.colleague()))

  test('the search opens over the bar, and the menu of each layout with a button; both close again', async ({
    page,
  }) => {
    const field = page.getByRole('searchbox', { name: 'Search appointments' })
    await expect(field).toBeHidden()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()

    const link = menu(page).getByRole('link', { name: 'Config' })
    const button = page.getByRole('button', { name: 'Open the menu' })
    for (const layout of ['horizontal', 'vertical']) {
      await page.evaluate((type) => localStorage.setItem('layoutType', JSON.stringify(type)), layout)
      await page.goto('/dashboard')
      await expect(button).toBeVisible()
      await expect(link).toBeHidden()
      await button.click()
      await expect(link).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden()
      await expect(button).toBeFocused()
      await button.click()
      await link.click()
      await expect(page).toHaveTitle('Config | Enamel Dental Clinic')
      await expect(link).toBeHidden()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    }
  })
})

test('the bell tells of the latest bookings until they have been seen', async ({ page, staff, clinic }) => {
  const ada = await staff.colleague()
  const slot = await clinic.freeSlot()
  await clinic.book(slot)
  await clinic.book({ ...slot, time: '11:30' }, { surname: 'Ngozi' })
  await signIn(page, ada)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('Ngozi Eze')
  await expect(list.getByRole('listitem').first()).toContainText('11:30 AM')
  // Specification, section 2: 'list height 230px'.
  await expect(list.getByRole('list').locator('..')).toHaveCSS('height', '230px')
  await expectAccessible(page, 'notifications')
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await list.getByRole('link', { name: 'View all' }).click()
  await expect(list).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await list.getByRole('link', { name: /Ngozi Eze/ }).click()
  await expect(page.getByRole('heading', { name: 'Ngozi Eze' })).toBeVisible()

  await page.route('**/api/notifications', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, data: { ...json.data, unread: 100 } } })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications, more than 99 unread' })).toHaveText('99+')
})

test.describe('a chosen mode', () => {
  // The scripts of the app are kept away: what is seen then is the first paint.
  test.use({ expectedProblems: /ERR_FAILED/ })

  test('holds before the app is there, and stays when the booking page comes to life', async ({ page }) => {
    const colour = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.route('**/assets/*.js', (route) => route.abort())
    for (const address of ['/dashboard', '/book-appointment']) {
      await page.goto(address)
      await page.evaluate(() => localStorage.removeItem('layoutModeType'))
      await page.reload()
      const light = await colour()
      await page.evaluate(() => localStorage.setItem('layoutModeType', '"dark"'))
      await page.reload()
      expect(await mode(page)).toBe('dark')
      expect(await colour()).not.toBe(light)
      const inForce = page.locator('meta[name=theme-color][media=all]')
      await expect(inForce).toHaveAttribute('content', '#0e1719')
    }
    await page.unroute('**/assets/*.js')
    await page.reload()
    await page.getByRole('link', { name: 'No', exact: true }).click()
    await expect(page.getByLabel('First Name')).toBeVisible()
    expect(await mode(page)).toBe('dark')
  })
})

test('before the app is there the frame of either layout is painted, and the page takes its place without a jump', async ({
  page,
  staff,
  clinic,
}) => {
  await clinic.book(await clinic.freeSlot())
  await signIn(page, await staff.colleague())
  for (const [layout, place] of [
    ['horizontal', '.s-row'],
    ['vertical', '.s-side'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('layoutType', JSON.stringify(chosen)), layout)
    const release = await holdBack(page, '**/assets/*.js')
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('status')).toHaveText('Loading…', { useInnerText: true })
    await expect(page.getByRole('heading')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const [bar, besides] = [page.locator('#start .s-bar'), page.locator(place)]
    const [barBox, menuBox] = [await bar.boundingBox(), await besides.boundingBox()]

    release()
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expect(bar).toBeHidden()
    // Its shapes give way to its controls after the page.
    await expect(topBar(page).getByRole('button').first()).toBeVisible()
    expect(await topBar(page).boundingBox()).toEqual(barBox)
    const { x, y, width } = (await menu(page).boundingBox()) ?? {}
    expect({ x, y, width }).toEqual({ x: menuBox?.x, y: menuBox?.y, width: menuBox?.width })
    expect(await page.evaluate(SHIFTS)).toBe(0)
    await page.unroute('**/assets/*.js')
  }
})

/** How much of bar and menu has moved since the navigation began (Cumulative Layout Shift). */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (sources.some(({ node }) => node?.parentElement?.closest('header, nav, #start'))) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
})`
