import type { Browser, Locator, Page } from '@playwright/test'
import type { SaveBlockerWire } from '../../contract/blockers.ts'
import { addDays } from '../../domain/clinic-time.ts'
import { expectAccessible } from './axe.ts'
import { typedDay, typedMoment } from './blocker-form.ts'
import { IN_MOTION } from './device.ts'
import { holdBack } from './hold-back.ts'
import { clinicDay, everyTenMinutes, type Slot, spokenMonth, spokenTime } from './labels.ts'
import { expectNoScrollBox } from './scroll-boxes.ts'
import { expect, refused, signIn, test } from './staff.ts'
import { chooseSlot, dayCell, fillPersonal, heading, next, openMonth, startAsVisitor } from './wizard.ts'

test.use(IN_MOTION)

const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true })
const rows = (page: Page) => page.getByRole('table').getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const add = (page: Page) => page.getByRole('button', { name: 'Add Blocker' }).first()

async function openConfig(page: Page, colleague: Parameters<typeof signIn>[1]): Promise<void> {
  await signIn(page, colleague, '/config')
  await expect(page.getByRole('heading', { name: 'Appointment Blockers' })).toBeVisible()
}

/** Types into the parts of a picker as one does: they follow each other by themselves. */
async function type(page: Page, label: 'Start' | 'End' | 'First day' | 'Last day', text: string) {
  await dialog(page).getByRole('group', { name: label }).getByRole('spinbutton').first().click()
  await page.keyboard.type(text)
}

async function startForm(page: Page, kind: string): Promise<Locator> {
  await add(page).click()
  await expect(dialog(page)).toContainText('Create Blocker')
  await dialog(page).getByLabel('Description').fill(`Closed ${kind}`)
  await dialog(page).getByLabel('Type').selectOption(kind)
  return dialog(page)
}

/** A visitor's page at the step where the times are. */
async function visitorAtTimes(page: Page, visitor: Parameters<typeof fillPersonal>[1]): Promise<Page> {
  const wizard = await page.context().newPage()
  await startAsVisitor(wizard)
  await fillPersonal(wizard, visitor)
  await next(wizard)
  await wizard.getByLabel('Consultation', { exact: true }).check()
  return wizard
}

/** Looks anew at what is offered on the day of a slot. */
async function expectOffered(
  wizard: Page,
  slot: Slot,
  offered: 'the time' | 'other times' | 'no time of the day',
): Promise<void> {
  await wizard.bringToFront()
  await wizard.reload()
  await expect(heading(wizard, 3)).toBeVisible()
  if (offered === 'the time') return chooseSlot(wizard, slot)
  await openMonth(wizard)
  const month = wizard.getByText(spokenMonth(slot.date), { exact: true })
  if (!(await month.isVisible())) await wizard.getByRole('button', { name: 'Next month' }).click()
  if (offered === 'no time of the day') return expect(dayCell(wizard, slot.date)).toBeDisabled()
  await dayCell(wizard, slot.date).click()
  await expect(wizard.getByRole('button', { name: '4:30 PM', exact: true })).toBeVisible()
  await expect(wizard.getByRole('button', { name: spokenTime(slot.time), exact: true })).toHaveCount(0)
}

/*
 * One of hours, over the whole day first. What else there is to choose is looked at in keyboard.spec.ts, what each type
 * means in blocker-form.test.ts and server/book/blockers/routes.test.ts.
 */
test('a blocker: added, no one can book into it; changed, one can again where it was; deleted, one can everywhere', async ({
  page,
  clinic,
  staff,
  visitor,
}) => {
  // A whole life, with three looks at what is free.
  test.slow()
  const slot = await clinic.freeSlot()
  const later = { ...slot, time: '11:30' }
  await openConfig(page, await staff.colleague())
  await expect(page.getByRole('main')).toContainText('No blockers here yet.')
  const wizard = await visitorAtTimes(page, visitor)

  await page.bringToFront()
  await startForm(page, 'One Time')
  await type(page, 'Start', typedMoment({ ...slot, time: '07:00' }))
  await type(page, 'End', typedMoment({ ...slot, time: '19:00' }))
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Created successfully!' })).toBeVisible()
  await expect(row(page, 'Closed One Time')).toContainText('7:00 AM')
  await expectOffered(wizard, slot, 'no time of the day')

  await page.bringToFront()
  await page.getByRole('button', { name: 'Edit Closed One Time' }).click()
  await expect(dialog(page)).toContainText('Edit Blocker')
  await type(page, 'Start', typedMoment({ ...slot, time: '11:00' }))
  await type(page, 'End', typedMoment({ ...slot, time: '12:30' }))
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expectOffered(wizard, later, 'other times')
  await expect(wizard.getByRole('button', { name: spokenTime(slot.time), exact: true })).toBeVisible()

  await page.bringToFront()
  await page.getByRole('button', { name: 'Delete Closed One Time' }).click()
  await expect(dialog(page)).toContainText('Are you sure you want to delete this blocker?')
  await expect(dialog(page)).toContainText('Closed One Time')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No blockers here yet.')).toBeVisible()
  await expect(add(page)).toBeFocused()
  await expectOffered(wizard, later, 'the time')
})

test('appointments under a blocker are listed before it is saved, stay when it is, and are sent their links', async ({
  page,
  clinic,
  staff,
  server,
}) => {
  const slot = await clinic.freeSlot()
  await clinic.book(slot)
  await openConfig(page, await staff.colleague())
  const form = await startForm(page, 'One Time')
  await type(page, 'Start', typedMoment({ ...slot, time: '09:00' }))
  // One way to write a time: '9:00 AM', also where one types the zero.
  const start = form.getByRole('group', { name: 'Start' })
  await expect(start.getByRole('spinbutton', { name: 'Hours' })).toHaveText('9')
  await type(page, 'End', typedMoment({ ...slot, time: '12:00' }))
  await save(page).click()
  await expect(form.getByRole('heading', { name: '1 appointment falls in this time' })).toBeFocused()
  const listed = form.getByRole('listitem')
  await expect(listed).toHaveCount(1)
  await expect(listed).toContainText('Chidi Eze')
  await expect(listed).toContainText('10:30 AM')
  await expect(listed).toContainText('Abuja')
  await expect(listed.getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/)
  await form.getByLabel('Cancel this appointment and notify the patient').check()
  await expect(form.getByLabel('Message to the patients')).toBeFocused()
  await expectAccessible(page, 'what it would break')

  await form.getByRole('button', { name: 'Go back' }).click()
  await expect(save(page)).toBeFocused()
  await expect(form.getByLabel('Description')).toHaveValue('Closed One Time')
  await save(page).click()
  await form.getByLabel('Send them links to choose another time').check()
  await form.getByRole('button', { name: 'Save and send' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, 'Closed One Time')).toBeVisible()
  expect(await clinic.appointmentsOf({ email: 'chidi.eze@example.com' })).toHaveLength(1)
  const { rows: sent } = await server.database.pool.query(
    `SELECT kind, state FROM messages WHERE kind = 'closure'`,
  )
  expect(sent).toEqual([{ kind: 'closure', state: 'waiting' }])
})

test.describe('a connection that is gone in between', () => {
  test.use({ expectedProblems: /ERR_FAILED/ })
  test('all of 35 appointments under a blocker are listed and cancelled; what fails is named and tried again', async ({
    page,
    clinic,
    staff,
    server,
  }) => {
    const { pool } = server.database
    const { date } = await clinic.freeSlot()
    await clinic.store(everyTenMinutes(date, 35), 10)
    const booked = async () =>
      (await pool.query(`SELECT FROM appointments WHERE status <> 'cancelled'`)).rowCount
    await openConfig(page, await staff.colleague())
    const form = await startForm(page, 'One Time')
    await type(page, 'Start', typedMoment({ date, time: '09:00' }))
    await type(page, 'End', typedMoment({ date, time: '17:00' }))
    await save(page).click()
    await expect(form.getByRole('heading', { name: '35 appointments fall in this time' })).toBeFocused()
    await expect(form.getByRole('listitem')).toHaveCount(35)
    await form.getByLabel('Cancel these 35 appointments and notify the patients').check()
    let cancelled = 0
    await page.route('**/api/appointments/*', (route) => {
      if (route.request().method() === 'PATCH') cancelled += 1
      return cancelled > 30 ? route.abort() : route.continue()
    })
    await form.getByRole('button', { name: 'Save and cancel' }).click()
    await expect(form.getByRole('heading', { name: 'Saved. 30 of 35 appointments cancelled' })).toBeVisible()
    await expect(form.getByRole('listitem')).toHaveCount(5)
    await expect(form.getByRole('listitem').first()).toContainText('Patient 31')
    await expectAccessible(page, 'what could not be cancelled')
    expect(await booked()).toBe(5)
    await page.unroute('**/api/appointments/*')
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('35 appointments cancelled.').first()).toBeVisible()
    expect(await booked()).toBe(0)
  })
})

test('what is missing or wrong is told at its field, and nothing is sent', async ({
  page,
  clinic,
  staff,
}) => {
  test.slow() // Three forms, and axe looks, in two colour schemes.
  const { date } = await clinic.freeSlot()
  await openConfig(page, await staff.colleague())
  await expect(page.getByText('No blockers here yet.')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (/blockers(?:\/preview|$)/.test(request.url())) sent.push(request.url())
  })
  await add(page).click()
  await save(page).click()
  await expect(dialog(page).getByText('Please fill in this field.')).toHaveCount(2)
  await expect(dialog(page).getByLabel('Description')).toBeFocused()
  await dialog(page).getByLabel('Description').fill('Closed')
  await dialog(page).getByLabel('Type').selectOption('One Time')
  await type(page, 'Start', typedMoment({ date, time: '12:00' }))
  await type(page, 'End', typedMoment({ date, time: '09:00' }))
  await save(page).click()
  const end = dialog(page).getByRole('group', { name: 'End' })
  await expect(end).toHaveAccessibleDescription('The end must be after the start.')
  await expect(end.getByRole('spinbutton').first()).toBeFocused()
  await expectAccessible(page, 'end before start')

  // Another type begins with nothing chosen.
  await dialog(page).getByLabel('Type').selectOption('Weekly')
  await dialog(page).getByLabel('Monday').check()
  await dialog(page).getByLabel('Type').selectOption('Yearly')
  await dialog(page).getByLabel('Month').selectOption('February')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(29)
  await dialog(page).getByLabel('Type').selectOption('Weekly')
  await expect(dialog(page).getByLabel('Monday')).not.toBeChecked()
  await save(page).click()
  await expect(dialog(page).getByText('Please choose at least one weekday.')).toBeVisible()
  await expect(dialog(page).getByLabel('Monday')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByLabel('Tuesday')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(add(page)).toBeFocused()
  expect(sent.filter((url) => !url.includes('preview'))).toEqual([])
})

/** Adds blockers through the API in the name of whoever is signed in on a page. */
async function addThroughApi(page: Page, blockers: Partial<SaveBlockerWire>[]): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  for (const blocker of blockers) {
    const data = { description: 'Closed', type: 'Weekly', recurringDays: [1], ...blocker }
    const answer = await page.request.post('/api/blockers', {
      data,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status()).toBe(201)
  }
}

test.describe('with its filter in the address', () => {
  test.use({ expectedProblems: /^address:/ })

  test('the list is the same after a reload and Back, and bad values fall back', async ({
    page,
    clinic: _,
    staff,
  }) => {
    await signIn(page, await staff.colleague())
    const weekly = Array.from({ length: 11 }, (_, i) => ({ description: `Weekly ${i}` }))
    await addThroughApi(page, [
      ...weekly,
      { description: 'Rent', type: 'Monthly', recurringDays: [], recurringDates: [31, 1] },
    ])
    await page.goto('/config')
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expect(row(page, 'Rent')).toContainText('1, 31')
    const filter = page.getByLabel('Filter by type')
    await filter.selectOption('Weekly')
    await expect(row(page, 'Rent')).toHaveCount(0)
    await expect(row(page, 'Weekly 10')).toContainText('Monday')
    await expect(page).toHaveURL(/\/config\?type=Weekly$/)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\?type=Weekly&page=2$/)
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(filter).toHaveValue('Weekly')
    await expect(rows(page)).toHaveCount(2)

    // The last one of a page takes its page with it.
    await page.getByRole('button', { name: 'Delete Weekly 0' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await filter.selectOption('Monthly')
    await expect(row(page, 'Rent')).toBeVisible()
    await page.goBack()
    await expect(filter).toHaveValue('Weekly')
    await filter.selectOption('Daily')
    await expect(page.getByText('No blockers of this type.')).toBeVisible()
    await page.goto('/config?type=Hourly&page=-1')
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expect(filter).toHaveValue('')
    await expectAccessible(page, 'blockers')
  })
})

async function inAnotherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  return context.newPage()
}

test.describe('what can go wrong', () => {
  test.use({ expectedProblems: new RegExp(`${refused(400, 409, 500, 503).source}|ERR_FAILED`) })

  test('of two people at the same blocker the later one is shown what it is now, edits that and deletes it at once', async ({
    page,
    browser,
    baseURL,
    clinic: _,
    staff,
  }) => {
    const other = await inAnotherBrowser(browser, baseURL)
    await openConfig(page, await staff.colleague())
    await addThroughApi(page, [{ description: 'Training' }])
    await openConfig(other, await staff.colleague())
    await page.reload()
    for (const who of [page, other]) await who.getByRole('button', { name: 'Edit Training' }).click()
    await dialog(other).getByLabel('Description').fill('Training and tea')
    await save(other).click()
    await expect(dialog(other)).toHaveCount(0)
    await other.context().close()

    await dialog(page).getByLabel('Description').fill('Training, longer')
    await save(page).click()
    const notice = dialog(page).getByRole('alert')
    await expect(notice).toContainText('Someone else just changed this blocker.')
    await expect(notice).toContainText('Training and tea')
    await expectAccessible(page, 'someone else was faster')
    await dialog(page).getByRole('button', { name: 'Load the current version' }).click()
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Training and tea')
    await dialog(page).getByLabel('Description').fill('Tea')
    await save(page).click()
    await expect(row(page, 'Tea')).toBeVisible()

    // What was just saved is edited and deleted at once, before the list is there anew.
    const letGo = await holdBack(page, '**/api/blockers?*')
    for (const [before, after] of [
      ['Tea', 'Tea and cake'],
      ['Tea and cake', 'Cake'],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${before}`, exact: true }).click()
      await dialog(page).getByLabel('Description').fill(after)
      await save(page).click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Delete Cake' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted successfully!').first()).toBeVisible()
    letGo()
    await expect(page.getByText('No blockers here yet.')).toBeVisible()
  })

  test('a list that cannot be had can be asked for again; what fails to save keeps what was typed, and is saved once', async ({
    page,
    clinic: _,
    staff,
    server,
  }) => {
    await page.route('**/api/blockers?*', (route) => route.fulfill({ status: 503, body: '' }))
    await openConfig(page, await staff.colleague())
    await expect(page.getByRole('alert')).toContainText('Failed to fetch blockers')
    await expectAccessible(page, 'no list')
    await page.unroute('**/api/blockers?*')
    const list = page.getByText('No blockers here yet.')
    // The page may ask by itself between a look and a press: then the press meets the list, which does no harm.
    await page.getByRole('button', { name: 'Try again' }).or(list).click()
    await expect(list).toBeVisible()

    const form = await startForm(page, 'Weekly')
    await form.getByLabel('Sunday').check()
    await page.route('**/api/blockers', (route) => route.fulfill({ status: 500, body: '' }))
    await save(page).click()
    await expect(form.getByText('Error creating blocker')).toBeVisible()
    await expect(form.getByLabel('Description')).toHaveValue('Closed Weekly')

    // The answer is lost: it is saved once, though Save is pressed again.
    await page.unroute('**/api/blockers')
    await page.route('**/api/blockers', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await save(page).click()
    await lost
    await expect(save(page)).toBeEnabled()
    await page.unroute('**/api/blockers')
    await save(page).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, 'Closed Weekly')).toHaveCount(1)
    expect((await server.database.pool.query('SELECT FROM blockers')).rowCount).toBe(1)

    // An answer of 2xx is a success note, whatever `success` says.
    await startForm(page, 'Weekly')
    await form.getByLabel('Sunday').check()
    await expect(page.getByText('Created successfully!')).toHaveCount(0)
    await page.route('**/api/blockers', (route) => route.fulfill({ status: 200, json: { success: false } }))
    await save(page).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: 'Created successfully!' })).toBeVisible()
    await page.unroute('**/api/blockers')

    await addThroughApi(page, [{ description: 'Training' }])
    await page.reload()
    await page.route('**/api/blockers/*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Delete Training' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete blocker' })).toBeVisible()
    await expect(row(page, 'Training')).toBeVisible()
  })
})

test.describe('public holidays', () => {
  test.use({ expectedProblems: refused(400) })

  test('are chosen and added, those of the moon with their days corrected; one that is refused is named and stays chosen', async ({
    page,
    clinic: _,
    staff,
  }) => {
    const year = Number(clinicDay().slice(0, 4)) + 1
    await openConfig(page, await staff.colleague())
    await page.route('**/api/blockers', (route) =>
      route.request().postData()?.includes('Good Friday')
        ? route.fulfill({ status: 400, json: { success: false, code: 'invalid_input', message: 'Not so.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Add public holidays' }).click()
    const form = dialog(page)
    await form.getByLabel('Year', { exact: true }).selectOption(String(year))
    await form.getByRole('checkbox', { name: 'Good Friday' }).check()
    await form.getByRole('checkbox', { name: /^Worker's Day(?! \()/ }).check()
    await form.getByRole('checkbox', { name: "Children's Day" }).check()
    await form.getByLabel("Children's Day: every year or once").selectOption(`Only in ${year}`)
    const eid = form.getByRole('listitem').filter({ hasText: 'Id el Kabir' })
    await expect(eid).toContainText('to be confirmed')
    await eid.getByRole('checkbox').check()
    const first = `${year}-06-20`
    await type(page, 'First day', typedDay(first))
    await type(page, 'Last day', typedDay(addDays(first, -1)))
    await form.getByRole('button', { name: 'Add 4 holidays' }).click()
    await expect(eid.getByText('The end must be after the start.')).toBeVisible()
    await type(page, 'Last day', typedDay(addDays(first, 2)))
    await form.getByRole('button', { name: 'Add 4 holidays' }).click()
    await expect(form.getByRole('alert')).toContainText('Good Friday: Not so.')
    const present = form.getByRole('listitem').filter({ hasText: 'already added' })
    await expect(present.filter({ hasText: "Worker's Day" })).toHaveCount(1)
    await expect(present.filter({ hasText: 'Id el Kabir' })).toHaveCount(1)
    await expect(form.getByRole('checkbox', { name: 'Good Friday' })).toBeChecked()
    await page.unroute('**/api/blockers')
    await form.getByRole('button', { name: 'Add 1 holiday' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '1 holiday added' })).toBeVisible()
    await expect(row(page, 'Good Friday')).toBeVisible()
    await expect(row(page, "Worker's Day")).toContainText('Yearly')
    await expect(row(page, "Worker's Day")).toContainText('1 May')
    await expect(row(page, "Children's Day")).toContainText(`27 May ${year}, 12:00 AM`)
    await expect(row(page, 'Id el Kabir')).toContainText(`20 Jun ${year}, 12:00 AM`)
    await expect(row(page, 'Id el Kabir')).toContainText(`23 Jun ${year}, 12:00 AM`)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('blockers are cards, the form has room, and a day and its time are chosen to the end with a mouse', async ({
    page,
    clinic: _,
    staff,
  }) => {
    await signIn(page, await staff.colleague())
    await addThroughApi(page, [
      { description: `Training ${'of everybody '.repeat(14)}`, recurringDays: [0, 1, 2, 3, 4, 5, 6] },
    ])
    await page.goto('/config')
    const card = page.getByRole('list', { name: 'Appointment Blockers' }).getByRole('listitem')
    await expect(card).toContainText('Monday, Tuesday')
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await expectAccessible(page, 'cards')
    const form = await startForm(page, 'Yearly')
    await form.getByLabel('Month').selectOption('December')
    await form.getByLabel('25', { exact: true }).check()
    await expect(form.getByText(/^Next: .* 25 Dec /)).toBeVisible()
    await expectAccessible(page, 'the form on a phone')
    await save(page).click()
    await expect(card).toHaveCount(2)
    await expect(card.first()).toContainText('25 December')

    const picked = await startForm(page, 'One Time')
    await picked
      .getByRole('group', { name: 'Start' })
      .getByRole('button', { name: /Choose date/ })
      .click()
    const popup = page.getByRole('dialog').last()
    await popup.getByRole('gridcell', { name: '15', exact: true }).click()
    await expectNoScrollBox(page)
    const ok = page.getByRole('button', { name: 'OK', exact: true })
    // The time comes after the day.
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(ok).toBeInViewport({ ratio: 1 })
    await ok.click()
    await expect(dialog(page)).toHaveCount(1)
    await expect(picked.getByRole('group', { name: 'Start' }).getByRole('spinbutton').first()).toHaveText(
      '15',
    )
    // What is typed goes on being typed.
    await type(page, 'Start', '16')
    await expect(picked.getByRole('group', { name: 'Start' }).getByRole('spinbutton').first()).toHaveText(
      '16',
    )
  })
})
