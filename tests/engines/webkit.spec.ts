import { typedMoment } from '../e2e/blocker-form.ts'
import type { ClinicServer } from '../e2e/clinic-server.ts'
import { spokenDay, spokenMonth, spokenTime } from '../e2e/labels.ts'
import { type Asked, appIsCached, arePagesStored } from '../e2e/offline-support/cached.ts'
import { expect, test as staffTest } from '../e2e/staff.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { findWebKit } from './find-engines.ts'
import { KEYS, startWebKit, type WebKit } from './webkit-browser.ts'

/*
 * The way through the app in WebKit, as far as engines may differ. The rules are tested in Chromium.
 */

type Size = { width: number; height: number }
const PHONE: Size = { width: 390, height: 844 }
// A doctor's name needs a line of its own here.
const DESK: Size = { width: 1024, height: 768 }

const test = staffTest.extend<{ size: Size; isEarly: boolean; webkit: WebKit }>({
  size: [DESK, { option: true }],
  isEarly: [false, { option: true }],
  // Playwright has no page here to watch.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  watched: async ({}, use) => use(undefined),
  webkit: async ({ size, isEarly }, use, info) => {
    const found = findWebKit()
    if (!found) throw new Error('There is no WebKitGTK with its WebDriver, or no Xvfb.')
    const webkit = await startWebKit({ ...found, size, isEarly })
    await use(webkit)
    if (info.status !== info.expectedStatus)
      await info.attach('window', { body: await webkit.picture(), contentType: 'image/png' })
    await webkit.close()
  },
})

const open = (webkit: WebKit, { url }: ClinicServer, path: string) => webkit.go(`${url}${path}`)

test.describe('a visitor on a phone', () => {
  test.use({ size: PHONE })

  test('books in WebKit', async ({ webkit, server, clinic, visitor }) => {
    const slot = await clinic.freeSlot()
    await open(webkit, server, '/book-appointment')
    // With the system's looks it would be grey.
    await webkit.see('English', 'select')
    expect(await webkit.run(`return getComputedStyle(document.querySelector('select')).appearance`)).toBe(
      'none',
    )
    // Right away: nothing moves any more, and the driver presses where a button stood when it looked.
    await webkit.press('No')
    await webkit.type('First Name', visitor.firstName)
    await webkit.type('Last Name', visitor.lastName)
    await webkit.type('Email', visitor.email)
    await webkit.type('Phone Number', visitor.phone)
    await webkit.press('Next')
    await webkit.press('Consultation', 'input[type=radio]')
    await webkit.press('Month')
    await webkit.see('S', '[role=grid]')
    if (!(await webkit.run('return document.body.innerText.includes(arguments[0])', spokenMonth(slot.date))))
      await webkit.press('Next month')
    await webkit.pressPart(spokenDay(slot.date).replace(/ \d+$/, ', '), '[role=gridcell]')
    await webkit.press(spokenTime(slot.time))
    await webkit.press('Next')
    await webkit.see('Confirm Detail', 'h1, h2')
    await webkit.press('Submit')
    await webkit.see('Appointment Booked!', 'h1, h2')
    const [appointment] = await clinic.appointmentsOf(visitor)
    expect(appointment).toMatchObject({ first_name: visitor.firstName, last_name: visitor.lastName })
    await webkit.see(appointment?.reference ?? 'none')
  })
})

test.describe('a page that is still loading', () => {
  test.use({ isEarly: true })

  // Ten times: node scripts/launch.mjs tests/engines/run.ts webkit -g 'scripts are delayed' --repeat-each 10
  test('keeps what a visitor types while its scripts are delayed, and the press on Next', async ({
    webkit,
    server,
    visitor,
  }) => {
    const scripts = await holdScripts(server)
    const typedInto = (name: string) =>
      webkit.run('return document.getElementsByName(arguments[0])[0].value', name)
    try {
      await webkit.go(`${scripts.url}/book-appointment`)
      // The driver gives no answer to what it asks while the window changes to another page.
      await scripts.asked
      await webkit.press('No')
      await webkit.until('focus in the first field', async () => {
        return (await webkit.run('return document.activeElement.name')) === 'firstName'
      })
      await webkit.keys(visitor.firstName)
      await webkit.type('Last Name', visitor.lastName)
      await webkit.type('Email', visitor.email)
      await webkit.type('Phone Number', visitor.phone)
      await webkit.press('Next')
      await webkit.run(`document.querySelector('[name=lastName]').focus()`)
      scripts.release()
      await webkit.until('step 2 of the app', async () => {
        if (!(await webkit.run(`return document.querySelector('[data-early]') !== null`))) return true
        await webkit.keys('x')
        return false
      })
      await webkit.see('Booking Details', 'h2')
      await webkit.run('history.back()')
      await webkit.see('Personal Information', 'h2')
      expect(await typedInto('firstName')).toBe(visitor.firstName)
      expect(await typedInto('lastName')).toMatch(new RegExp(`^${visitor.lastName}x*$`))
      expect(await typedInto('email')).toBe(visitor.email)
      await webkit.run('history.back()')
      await webkit.see('Have you registered with the clinic?', 'h2')
      expect(await webkit.run('return location.hash')).toBe('')
    } finally {
      await scripts.close()
    }
  })
})

test('staff sign in, see new bookings and a day, add a blocker by keyboard, and read on without a server', async ({
  webkit,
  server,
  clinic,
  staff,
}) => {
  const slot = await clinic.freeSlot()
  await clinic.book(slot, { doctor_id: 'fct-musa' })
  const { username, password } = await staff.colleague()
  await open(webkit, server, '/login')
  await webkit.type('Username', username)
  await webkit.type('Password', password)
  await webkit.press('Sign In')
  await webkit.see('Chidi Eze', 'table [data-row]')
  await webkit.see('Live')
  await webkit.see('Dr. Ibrahim Musa', 'table .clamped')
  await expectNoBoxInClamped(webkit)
  await clinic.book({ ...slot, time: '16:30' }, { surname: 'Ngozi', doctor_id: 'fct-musa' })
  await webkit.see('Ngozi', 'table [data-row]')

  await open(webkit, server, '/config')
  await webkit.press('Add Blocker')
  await webkit.type('Description', 'Stocktaking')
  await webkit.keys(KEYS.tab)
  await webkit.keys('One')
  for (const [label, time] of [
    ['Start', '14:00'],
    ['End', '15:30'],
  ] as const) {
    await tabTo(webkit, '[role=spinbutton]', label)
    await webkit.keys(typedMoment({ date: slot.date, time }))
  }
  await tabTo(webkit, 'button', 'Save')
  await webkit.keys(KEYS.enter)
  await webkit.see('Stocktaking', 'table tr')

  await open(webkit, server, `/dashboard?view=day&day=${slot.date}`)
  await webkit.see(spokenDay(slot.date), 'h2')
  await webkit.see('Chidi Eze', '.block')

  const asked = { evaluate: (script: string) => webkit.run(`return ${script}`) } as Asked
  await Promise.all([appIsCached(asked), arePagesStored(asked, [slot.date, 'list', 'blockers'])])
  await server.stop()
  await open(webkit, server, `/dashboard?view=day&day=${slot.date}`)
  await webkit.see('Chidi Eze', '.block')
  await webkit.see('Offline, as of')
  await open(webkit, server, '/dashboard')
  await webkit.see('Ngozi', 'table [data-row]')
  await server.start()
  await webkit.see('Live')
})

/** WebKit takes a box of its own at the end of a clamped text for cut, and sets '…' after it. */
async function expectNoBoxInClamped(webkit: WebKit): Promise<void> {
  const boxes = await webkit.run(
    `return [...document.querySelectorAll('.clamped *')].map((it) => getComputedStyle(it).display)`,
  )
  expect(boxes).not.toContain('inline-block')
}

/** Presses Tab until the focus is on such an element, alone or in a group of that name. */
const tabTo = (webkit: WebKit, selector: string, name: string) =>
  webkit.until(`focus on ${name}`, async () => {
    await webkit.keys(KEYS.tab)
    return (await webkit.run(
      `const it = document.activeElement
       const group = it.closest('[role=group]')
       const label = group?.getAttribute('aria-labelledby')
       const name = label ? document.getElementById(label)?.textContent : it.textContent
       return it.matches(arguments[0]) && name.replace(/\\W+$/, '') === arguments[1]`,
      selector,
      name,
    )) as boolean
  })
