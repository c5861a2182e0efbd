import { addDays, daysBetween } from '../../domain/clinic-time.ts'
import { mailHeader, mailParts } from '../support/mail-server.ts'
import { expect, test } from './clinic.ts'
import { IN_MOTION, onDeskAndPhone } from './device.ts'
import { instantOf, spokenDay, spokenTime } from './labels.ts'
import { expectNoScrollBox } from './scroll-boxes.ts'
import { setClock } from './set-clock.ts'
import {
  chooseSlot,
  dayCell,
  dayTile,
  fillPersonal,
  heading,
  next,
  openMonth,
  startAsVisitor,
  stepButton,
  submit,
} from './wizard.ts'

/** The stamp of an iCalendar file, in UTC. */
const stamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.000/g, '')

onDeskAndPhone(() => {
  test('a visitor books an appointment and gets it by mail', async ({ page, clinic, visitor }) => {
    const slot = await clinic.freeSlot()
    await startAsVisitor(page)
    await expect(page.getByRole('heading', { name: 'Schedule an appointment' })).toBeVisible()

    await fillPersonal(page, visitor)
    await page.getByLabel('Female').check()
    await page.getByRole('spinbutton', { name: 'Age' }).fill('34')
    await expect(page.getByLabel('Parent or guardian')).toHaveCount(0)
    await page.getByRole('spinbutton', { name: 'Age' }).fill('12')
    await page.getByLabel('Parent or guardian').fill('Ngozi Obi')
    await expect(page.getByLabel('Nationality')).toHaveValue('nigeria')
    // All others are listed when somebody looks.
    await page.getByLabel('Nationality').focus()
    await page.getByLabel('Nationality').selectOption('Ghana')
    await expect(page.getByLabel('Prefered Location')).toBeDisabled()
    await expect(page.getByLabel('Prefered Location').getByRole('option', { selected: true })).toHaveText(
      'Abuja',
    )
    await next(page)

    await page.getByLabel('Procedure', { exact: true }).first().check()
    await page.getByRole('combobox', { name: 'Procedure' }).selectOption('Scaling and Polishing')
    await chooseSlot(page, slot)
    await expectNoScrollBox(page)
    await page.getByLabel('Complaint').fill('Two teeth hurt.\nSince Monday.')
    await next(page)

    await expect(heading(page, 4)).toBeVisible()
    for (const words of [
      `${visitor.firstName} ${visitor.lastName}`,
      visitor.email,
      visitor.phone,
      'Scaling and Polishing',
      'with any doctor',
      spokenDay(slot.date),
      `${spokenTime(slot.time)}, Lagos time`,
      'Abuja',
      'Two teeth hurt.',
    ])
      await expect(page.getByRole('definition').getByText(words).first()).toBeVisible()
    await expect(page.getByText(/^By pressing Submit you agree/).getByRole('link')).toHaveAttribute(
      'href',
      '/privacy',
    )
    await submit(page)

    await expect(heading(page, 'booked')).toBeVisible()
    const [appointment] = await clinic.appointmentsOf(visitor)
    expect(appointment).toMatchObject({
      starts_at: instantOf(slot),
      doctor_chosen: false,
      service_id: 'scaling-polishing',
      complaint: 'Two teeth hurt.\nSince Monday.',
      first_name: visitor.firstName,
      last_name: visitor.lastName,
      phone: visitor.phone,
      guardian: 'Ngozi Obi',
      consent_at: expect.any(Date),
    })
    const reference = appointment?.reference ?? 'none'
    await expect(page.getByText(reference, { exact: true })).toBeVisible()
    await expect(
      page.getByText(`scheduled for ${spokenTime(slot.time)} on ${spokenDay(slot.date)}`),
    ).toBeVisible()
    await expect(page.getByText('Thank you.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Map' })).toHaveAttribute('href', /query=Enamel.*Abuja/)
    await expect(page.getByRole('link', { name: '+234 700 000 0002' })).toHaveAttribute(
      'href',
      'tel:+2347000000002',
    )
    await expect(page.getByRole('navigation', { name: 'Steps' })).toBeHidden()
    await expect(page.getByRole('button', { name: /Previous|Next|Submit/ })).toHaveCount(0)

    await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
    const [mail = ''] = clinic.mailsTo(visitor)
    const when = `${spokenDay(slot.date)} at ${spokenTime(slot.time)}`
    expect(mailHeader(mail, 'Subject')).toContain(when)
    const parts = mailParts(mail)
    const contentOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.content
    expect(contentOf('text/plain')).toContain(`${when}, Lagos time`)
    // The day, and then the hour, on lines of their own.
    for (const words of [spokenDay(slot.date), spokenTime(slot.time), 'Lagos time']) {
      expect(contentOf('text/html')).toContain(words)
    }
    for (const type of ['text/plain', 'text/html']) expect(contentOf(type)).toContain(reference)
    const calendar = contentOf('text/calendar')
    expect(calendar).toContain(`DTSTART:${stamp(instantOf(slot))}`)
    expect(calendar).toContain(`DTEND:${stamp(new Date(instantOf(slot).getTime() + 30 * 60_000))}`)
  })

  test('the next days go on into the next month; months of five and six weeks are seen as a whole, and can be chosen from', async ({
    page,
    visitor,
  }) => {
    await setClock(page, new Date('2027-04-22T12:00:00Z'))
    // Every day free, so that the last of a month can be chosen.
    await page.route('**/api/availability?*', async (route) => {
      const { searchParams } = new URL(route.request().url())
      const [from = '', to = ''] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
      const data = Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => ({
        date: addDays(from, day),
        slots: ['10:00'],
      }))
      await route.fulfill({ json: { success: true, data } })
    })
    await startAsVisitor(page)
    await fillPersonal(page, visitor)
    await next(page)
    await page.getByLabel('Consultation', { exact: true }).check()
    // The days of this month stay beside a chosen one of the next.
    await dayTile(page, '2027-05-03').check()
    await expect(dayTile(page, '2027-05-03')).toBeChecked()
    await expect(dayTile(page, '2027-04-23')).toHaveCount(1)
    await openMonth(page)
    await page.getByRole('button', { name: 'Previous month' }).click()
    const calendar = page.getByRole('grid')
    const turn = page.getByRole('button', { name: 'Next month' })
    for (const [last, weeks] of [
      ['2027-04-30', 5],
      ['2027-05-31', 6],
      ['2027-06-30', 5],
    ] as const) {
      if (!last.startsWith('2027-04')) await turn.click()
      await expect(dayCell(page, last)).toBeVisible()
      await expect(calendar.getByRole('row').filter({ has: page.getByRole('gridcell') })).toHaveCount(weeks)
      await dayCell(page, last).scrollIntoViewIfNeeded()
      await expectNoScrollBox(page)
      await expect(dayCell(page, last)).toBeInViewport({ ratio: 1 })
      await dayCell(page, last).click()
      await expect(dayCell(page, last)).toHaveAttribute('aria-selected', 'true')
    }
  })
})

test.describe('on a desk', () => {
  test.use(IN_MOTION)

  test('a chosen doctor is booked and named; nothing of the patient stands in an address or stays on the device, and a second booking begins empty', async ({
    page,
    context,
    clinic,
    visitor,
  }) => {
    const slot = await clinic.freeSlot()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await startAsVisitor(page)
    await fillPersonal(page, visitor)
    await next(page)
    await page.getByLabel('Consultation', { exact: true }).check()
    await page.getByRole('combobox', { name: 'Consultation Category' }).selectOption('Tooth Pain')
    await page.getByLabel('Doctor').selectOption('Dr. Ibrahim Musa (Oral Surgery)')
    await chooseSlot(page, slot)
    await next(page)
    await expect(page.getByText('with Dr. Ibrahim Musa')).toBeVisible()
    await submit(page)
    await expect(page.getByText('Your appointment with Dr. Ibrahim Musa has been scheduled')).toBeVisible()
    const [appointment] = await clinic.appointmentsOf(visitor)
    expect(appointment).toMatchObject({
      starts_at: instantOf(slot),
      doctor_id: 'fct-musa',
      doctor_chosen: true,
      service_id: 'tooth-pain',
    })

    const { firstName, lastName, email, phone } = visitor
    const traces = [firstName, lastName, email, email.split('@')[0], phone, phone.replaceAll(' ', '')]
    const said = addresses.map((address) => decodeURIComponent(address))
    for (const trace of traces) expect(said.filter((address) => address.includes(trace ?? ''))).toEqual([])

    const { origins, cookies } = await context.storageState()
    expect(cookies).toEqual([])
    // The clinic's public lists may stay, which name nobody, and a random number by which the browser's own bookings are counted.
    const kept = origins.flatMap(({ localStorage }) => localStorage)
    expect(kept.filter(({ name }) => !['publicLists', 'browserId'].includes(name))).toEqual([])
    for (const trace of traces) expect(JSON.stringify(kept)).not.toContain(trace)
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([])

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    const file = await (await download).createReadStream()
    const text = Buffer.concat(await file.toArray()).toString('utf8')
    expect(text).toContain(`DTSTART:${stamp(instantOf(slot))}`)

    await page.getByRole('button', { name: 'Book another appointment' }).click()
    await expect(heading(page, 1)).toBeVisible()
    await expect(stepButton(page, 'Personal Information')).toBeDisabled()
    await page.getByRole('link', { name: 'No', exact: true }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('')
  })
})
