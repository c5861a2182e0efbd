import type { Locator, Page } from '@playwright/test'
import { mailParts } from '../support/mail-server.ts'
import { expectAccessible } from './axe.ts'
import { typedDay, typedTime } from './blocker-form.ts'
import { addressOf } from './built-chunks.ts'
import { IN_MOTION } from './device.ts'
import { clinicDay, shortDay, spokenDay, spokenTime } from './labels.ts'
import { expect, refused, signIn, test } from './staff.ts'

test.use(IN_MOTION)

/** Counts what a hand does: each press of a key or a button. What is typed is no press. */
function counted(page: Page) {
  let presses = 0
  const from = Date.now()
  return {
    click: async (what: ReturnType<Page['locator']>) => {
      presses += 1
      await what.click()
    },
    press: async (key: string) => {
      presses += 1
      await page.keyboard.press(key)
    },
    said: (task: string) => {
      process.stdout.write(`${task}: ${presses} presses, ${((Date.now() - from) / 1000).toFixed(1)} s\n`)
      return presses
    },
  }
}

/** A finger on the glass, as the browser itself gets it. */
async function touchOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (at: { x: number; y: number }) => send('touchStart', [at]),
    move: (at: { x: number; y: number }) => send('touchMove', [at]),
    up: () => send('touchEnd', []),
  }
}

/** Types a day or a time into the parts of its field, from the first on. */
async function type(panel: Locator, label: string, text: string) {
  await panel.getByRole('group', { name: label }).getByRole('spinbutton').first().click()
  await panel.page().keyboard.type(text)
}

const block = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}, `) }) })
const gap = (page: Page, time: string, doctor: string) =>
  page.getByRole('button', { name: new RegExp(`^${time} on .*${doctor}.*new appointment$`) })

test('the desk books a caller it knows and one it does not, and moves a visit by keys and by hand', async ({
  page,
  clinic,
  staff,
}) => {
  const { date, time } = await clinic.freeSlot()
  await clinic.book({ date, time }, { doctor_id: 'fct-okafor', surname: 'Halima', other_names: 'Umar' })
  await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
  await expect(block(page, 'Halima Umar')).toBeVisible()

  const known = counted(page)
  await known.click(gap(page, '2:00 PM', 'Musa'))
  const panel = page.getByRole('dialog', { name: /2:00/ })
  await expect(panel.getByLabel('Phone or name')).toBeFocused()
  await page.keyboard.type('hal')
  await expect(panel.getByRole('option', { name: /Halima Umar/ })).toBeVisible()
  await expectAccessible(page, 'a new appointment')
  await known.press('Enter')
  await expect(panel.getByLabel('Phone or name')).toHaveValue('Halima Umar')
  await known.press('Enter')
  await expect(page.getByText(/^Booked Halima Umar, 2:00 PM/)).toBeVisible()
  expect(known.said('Book a caller')).toBeLessThanOrEqual(4)
  await expect(panel).toBeHidden()
  await expect(
    page.getByRole('button', { name: /^Halima Umar, .*2:00 PM, 30 minutes, Dr. Ibrahim Musa, Confirmed/ }),
  ).toBeFocused()

  await gap(page, '3:00 PM', 'Musa').click()
  await page.keyboard.type('Ngozi Bello')
  const fresh = page.getByRole('dialog', { name: /3:00/ })
  await fresh.getByRole('option', { name: 'New patient with this name' }).click()
  await fresh.getByLabel("Can't receive messages").check()
  await fresh.getByRole('button', { name: 'Book Ngozi Bello' }).click()
  await expect(page.getByText(/^Booked Ngozi Bello, 3:00 PM/)).toBeVisible()

  // By keys: to the next half-hour, which is half an hour in steps of five minutes.
  const moved = counted(page)
  await block(page, 'Ngozi Bello')
    .getByRole('button', { name: /^Ngozi Bello, / })
    .focus()
  await moved.press('m')
  await expect(page.getByText('Enter to move · Esc to cancel')).toBeVisible()
  await moved.press('PageDown')
  await moved.press('Enter')
  await expect(page.getByRole('button', { name: /^Ngozi Bello, .*3:30 PM/ })).toBeVisible()
  await expect(page.getByText(/^Moved Ngozi Bello, 3:30 PM/)).toBeVisible()
  moved.said('Move')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('button', { name: /^Ngozi Bello, .*3:00 PM/ })).toBeVisible()

  // By hand, onto a visit first: the note says why it cannot stay there, and it does not.
  const from = await block(page, 'Ngozi Bello').boundingBox()
  const taken = await block(page, 'Halima Umar').last().boundingBox()
  if (!from || !taken) throw new Error('The visits are not drawn.')
  await page.mouse.move(from.x + 30, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(taken.x + 30, taken.y + 12, { steps: 5 })
  await expect(page.getByText('Taken by Halima Umar')).toBeVisible()
  await page.mouse.move(taken.x + 30, taken.y + 42, { steps: 5 })
  await expect(page.getByText(/2:30 PM$/).last()).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: /^Ngozi Bello, .*2:30 PM/ })).toBeVisible()
  await expect(page.getByText(/^Moved Ngozi Bello, 2:30 PM/)).toBeVisible()
})

test('a visit is moved to no doctor who does not do its service, by hand, by keys or by the dialog, which reaches earlier days', async ({
  page,
  clinic,
  staff,
}) => {
  const [able, other, third] = ['Dr. Amaka Okafor', 'Dr. Ibrahim Musa', 'Dr. Grace Danjuma'] as const
  const days = (await clinic.freeDays(2, 24)).filter(({ slots }) => slots.includes('10:30'))
  const [earlier, later] = [days[0], days.find(({ date }) => date >= clinicDay(10))]
  if (!earlier || !later) throw new Error('The clinic has no free days within three weeks.')
  const { date } = later
  await clinic.book({ date, time: '10:30' }, { doctor_id: 'fct-okafor' })
  const visit = { doctor_id: 'fct-okafor', service_id: 'tooth-pain', serviceText: 'Tooth Pain' }
  await clinic.book({ date, time: '11:00' }, { ...visit, surname: 'Halima', other_names: 'Umar' })
  await page.route('**/api/fetch/services', async (route) => {
    const answer = await route.fetch()
    const { data, ...body } = await answer.json()
    const services = data.map((service: { id: string }) =>
      service.id === 'tooth-pain' ? { ...service, doctors: ['fct-okafor'] } : service,
    )
    await route.fulfill({ response: answer, json: { ...body, data: services } })
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/api/appointments/')) sent.push(request.url())
  })
  await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
  const halima = page.getByRole('button', { name: /^Halima Umar, / })
  const why = page.getByText(`${other} doesn’t do Tooth Pain`)

  await halima.click()
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Reschedule Halima Umar/ })
  await expect(
    dialog.getByText(`Not shown, because they don't do Tooth Pain: ${other}, ${third}`),
  ).toBeVisible()
  const doctor = dialog.getByRole('combobox', { name: 'Doctor' })
  await expect(doctor.getByRole('option')).toHaveText(['Any doctor', able])
  await doctor.selectOption('Any doctor')
  await dialog
    .getByRole('button', { name: `2:00 PM with ${able}`, exact: true })
    .first()
    .click()
  await expect(page.getByText(/^Moved Halima Umar, 2:00 PM/)).toBeVisible()
  await page.getByRole('dialog').press('Escape')
  await expect(halima).toHaveAccessibleName(/ 2:00 PM/)

  // The note changes to this once the services are there, which nothing else on the page shows.
  await halima.focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await expect(why).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(halima).toHaveAccessibleName(new RegExp(able))

  const [from, column] = await Promise.all([
    block(page, 'Halima Umar').boundingBox(),
    gap(page, '2:00 PM', 'Musa').boundingBox(),
  ])
  if (!from || !column) throw new Error('The day is not drawn.')
  await page.mouse.move(from.x + 30, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(column.x + 30, column.y + 12, { steps: 5 })
  await expect(why).toBeVisible()
  const next = await block(page, 'Chidi Eze').boundingBox()
  if (!next) throw new Error('The day is not drawn.')
  await page.mouse.up()
  // A press right after a drop opens something, unlike the click that ends the drag.
  await page.mouse.click(next.x + 30, next.y + 10)
  await page.getByRole('button', { name: 'Reschedule…' }).click()

  // The dialog of free times reaches days before that of the visit.
  const ofDays = page.getByRole('dialog', { name: /^Reschedule Chidi Eze/ })
  const timesOn = (date: string) =>
    ofDays.getByRole('region', { name: `Free times on ${spokenDay(date).replace(/ \d{4}$/, '')}` })
  await expect(timesOn(later.date)).toBeVisible()
  await expect(timesOn(earlier.date)).toHaveCount(0)
  // A week at a time, and no further back than today.
  await ofDays.getByRole('button', { name: 'Earlier days' }).click()
  await ofDays.getByRole('button', { name: 'Earlier days' }).click()
  await expect(ofDays.getByRole('button', { name: 'Earlier days' })).toHaveCount(0)
  await expect(timesOn(later.date)).toHaveCount(0)
  await timesOn(earlier.date)
    .getByRole('button', { name: /^10:30 AM with Dr\. Amaka Okafor$/ })
    .click()
  await expect(page.getByText(/^Moved Chidi Eze, 10:30 AM/)).toBeVisible()
  // Halima Umar was moved once, by the dialog.
  expect(sent).toHaveLength(2)
  await page.goto(`/dashboard?view=day&day=${earlier.date}`)
  await expect(block(page, 'Chidi Eze')).toBeVisible()
})

test.describe('a question at the desk', () => {
  test.use({ expectedProblems: refused(409) })

  test('Enter chooses a patient, and books only what is on view; a reason is given for one question alone', async ({
    page,
    clinic,
    staff,
    server,
  }) => {
    const { pool } = server.database
    const { date } = await clinic.freeSlot()
    await clinic.book(
      { date, time: '10:00' },
      { doctor_id: 'fct-okafor', surname: 'Halima', other_names: 'Umar' },
    )
    await pool.query(
      `WITH changed AS (UPDATE blocker_changes SET version = version + 1)
     INSERT INTO blockers (id, type, description, starts_at, ends_at, location, recurring_days, recurring_dates)
     VALUES (gen_random_uuid(), 'One Time', 'Meeting', $1, $2, 'fct', '{}', '{}')`,
      [`${date}T13:00:00+01:00`, `${date}T14:00:00+01:00`],
    )
    const booked = async () => (await pool.query('SELECT 1 FROM appointments')).rows.length
    await signIn(page, await staff.colleague(), '/dashboard')
    await page.locator('main').press('n')
    const panel = page.getByRole('dialog', { name: 'New appointment' })
    const who = panel.getByLabel('Phone or name')
    await expect(who).toBeFocused()
    await expect(panel.getByRole('radio', { name: 'Phone' })).toBeChecked()
    await page.keyboard.type('hal')
    // Enter chooses who was found by all that is typed, and not by its beginning.
    await expect(panel.getByRole('option', { name: /Halima Umar/ }).locator('mark')).toHaveText('Hal')
    await page.keyboard.press('Enter')
    await expect(who).toHaveValue('Halima Umar')
    const book = panel.getByRole('button', { name: 'Book Halima Umar' })
    await page.keyboard.press('Enter')
    await expect(book).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toHaveText('Please choose a day and a time.')

    // A walk-in gets the first gap, which is not on view: by its button alone.
    await panel.getByText('Walk-in', { exact: true }).click()
    await who.press('Enter')
    await expect(book).toBeFocused()
    await panel.getByText('Phone', { exact: true }).click()

    await type(panel, 'Day', typedDay(date))
    await expect(
      panel.getByText(`Halima Umar has an appointment on ${shortDay(date)} at 10:00 AM.`),
    ).toBeVisible()
    await type(panel, 'Time', typedTime('14:00'))
    // Any doctor is nobody on view. The pickers would send the form.
    await page.keyboard.press('Enter')
    await expect(book).toBeFocused()
    expect(await booked()).toBe(1)
    await panel.getByLabel('Doctor').selectOption({ label: 'Dr. Ibrahim Musa' })
    await who.press('Enter')
    await expect(page.getByText(/^Booked Halima Umar, .*2:00 PM/)).toBeVisible()
    expect(await booked()).toBe(2)

    // A question goes with its reason when the time is another one, and is asked anew for what it was not about.
    await expect(panel).toBeHidden()
    await page.locator('main').press('n')
    await who.fill('hal')
    await panel.getByRole('option', { name: /Halima Umar/ }).click()
    await panel.getByLabel('Doctor').selectOption({ label: 'Dr. Ibrahim Musa' })
    await type(panel, 'Day', typedDay(date))
    const reason = panel.getByLabel('Reason for booking anyway')
    const nevertheless = panel.getByRole('button', { name: 'Book anyway' })

    await type(panel, 'Time', typedTime('20:00'))
    await book.click()
    await expect(panel.getByRole('alert')).toContainText('Closed')
    await reason.fill('Comes from far')
    await type(panel, 'Time', typedTime('13:00'))
    await expect(reason).toBeHidden()
    await expect(panel.getByRole('alert')).toBeHidden()
    await book.click()
    await expect(panel.getByRole('alert')).toContainText('Meeting')
    await expect(reason).toHaveValue('')
    await nevertheless.click()
    await expect(panel.getByRole('alert')).toHaveText('Please enter a reason.')
    await reason.fill('The meeting is off')
    await type(panel, 'Time', typedTime('15:00'))
    await book.click()
    await expect(page.getByText(/^Booked Halima Umar, .*3:00 PM/)).toBeVisible()
    const { rows } = await pool.query(
      'SELECT overrides FROM appointments WHERE booked_by IS NOT NULL ORDER BY starts_at',
    )
    expect(rows).toEqual([{ overrides: [] }, { overrides: [] }])
  })
})

test('whoever comes is received by one press a step, and that is taken back by one', async ({
  page,
  clinic,
  staff,
  server,
}) => {
  const slot = await clinic.freeSlot()
  // The last column: late in the evening a visit stands low, where the bar with 'Undo' lies over the middle.
  await clinic.book(slot, { doctor_id: 'fct-danjuma' })
  // Today, begun some minutes ago, whatever the clinic's hours: the server knows no other time than its own.
  const { rows } = await server.database.pool.query(
    `WITH visit AS (SELECT greatest(date_trunc('minute', now()) - interval '2 minutes',
                                    date_trunc('day', now(), 'Africa/Lagos')) AS begun)
     UPDATE appointments SET starts_at = begun, ends_at = begun + interval '30 minutes' FROM visit
     RETURNING to_char(starts_at AT TIME ZONE 'Africa/Lagos', 'HH24:MI') AS time`,
  )
  await signIn(page, await staff.colleague(), '/dashboard?view=day')
  const visit = block(page, 'Chidi Eze')
  await expect(
    page.getByRole('button', { name: new RegExp(`^Chidi Eze, .*${spokenTime(rows[0].time)}`) }),
  ).toBeVisible()
  const receive = counted(page)
  await receive.click(visit.getByRole('button', { name: /^Arrived: / }))
  await expect(visit).toContainText(/Waiting \d min/)
  await expect(page.getByRole('button', { name: '1 waiting' })).toBeVisible()
  await receive.click(visit.getByRole('button', { name: /^In the chair: / }))
  await expect(visit).toContainText(/In the chair \d min/)
  receive.said('Receive')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(visit).toContainText(/Waiting \d min/)
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await visit.getByRole('button', { name: /^Chidi Eze, / }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('button', { name: /^Arrived/, pressed: true })).toBeVisible()
  await details.getByRole('button', { name: "Undo 'Arrived'" }).click()
  await expect(details.getByRole('button', { name: /^Arrived/, pressed: false })).toBeVisible()
  await expectAccessible(page, 'a visit')
})

test('the desk books a series, and has a patient who has been invited again', async ({
  page,
  clinic,
  staff,
  server,
}) => {
  const { pool } = server.database
  const { date } = await clinic.freeSlot()
  await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
  await gap(page, '2:00 PM', 'Musa').click()
  const panel = page.getByRole('dialog', { name: /2:00/ })
  await panel.getByLabel('Phone or name').fill('Ngozi Bello')
  await panel.getByRole('option', { name: 'New patient with this name' }).click()
  await panel.getByLabel('Phone number').fill('0803 555 0101')
  await panel.getByText('More', { exact: true }).click()
  await panel.getByLabel('Repeat').selectOption('Every 4 weeks')
  await panel.getByLabel('Appointments').selectOption('2')
  await panel.getByRole('button', { name: 'Book 2 appointments' }).click()
  await expect(page.getByText('2 appointments booked.')).toBeVisible()
  const { rows: told } = await pool.query(
    // Of these visits: what an earlier test has left to say still waits.
    `SELECT jsonb_array_length(data -> 'others') AS others FROM pgboss.job
     WHERE name = 'appointment-told' AND state = 'created' AND data ->> 'appointmentId' IN (SELECT id::text FROM appointments)`,
  )
  expect(told).toEqual([{ others: 1 }])

  const { rows } = await pool.query(
    `UPDATE appointments SET starts_at = now() - interval '2 hours', ends_at = now() - interval '90 minutes',
       visit = 'done', done_at = now() WHERE id = (SELECT id FROM appointments ORDER BY starts_at LIMIT 1) RETURNING id`,
  )
  await page.goto(`/dashboard?appointment=${rows[0].id}`)
  await page.getByRole('dialog').getByLabel('Recall').selectOption('in 6 months')
  await expect
    .poll(async () => (await pool.query('SELECT months FROM recalls')).rows)
    .toEqual([{ months: 6 }])
  await expect(page.getByRole('dialog').getByLabel('Recall')).toHaveValue('6')
})

test.describe('an offered time', () => {
  // The link as it is opened: the page takes the token out of the address at once.
  test.use({ expectedProblems: /^address: \S+\/visit#[\w-]{22}$/ })

  test('goes to who waits by a wish of theirs, entered at the desk, and is taken by their link', async ({
    page,
    clinic,
    visitor,
    staff,
    server,
  }) => {
    const { pool } = server.database
    const slot = await clinic.freeSlot()
    await clinic.book(
      { ...slot, time: '16:30' },
      {
        doctor_id: 'fct-okafor',
        surname: visitor.firstName,
        other_names: visitor.lastName,
        email: visitor.email,
        phone_number: visitor.phone,
      },
    )
    await expect.poll(() => clinic.mailsTo(visitor).length).toBe(1)
    const [raw = ''] = clinic.mailsTo(visitor)
    const [link = ''] = /http:\S+\/visit#[\w-]{22}/.exec(mailParts(raw)[0]?.content ?? '') ?? []
    const { rows } = await pool.query('SELECT id FROM appointments')
    await signIn(
      page,
      await staff.colleague(),
      `/dashboard?view=day&day=${slot.date}&appointment=${rows[0].id}`,
    )
    const details = page.getByRole('dialog')
    await details.getByRole('button', { name: 'Add to waiting list' }).click()
    await details.getByLabel('Time of day').selectOption('Mornings')
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
      await details.getByLabel(day).check()
    }
    await expectAccessible(page, 'what would suit')
    await details.getByRole('button', { name: 'Add to waiting list' }).click()
    await expect(details.getByText('On the waiting list')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Remove from waiting list' })).toBeFocused()
    await page.keyboard.press('Escape')
    // Otherwise a reload opens the visit again.
    await expect(page).not.toHaveURL(/appointment=/)

    // As the sweep of the next minute would, once the time is free.
    await pool.query(
      `WITH freed AS (INSERT INTO freed_times (location, doctor_id, starts_at, ends_at)
         SELECT location, doctor_id, starts_at - interval '6 hours', ends_at - interval '6 hours' FROM appointments RETURNING *)
       INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until)
       SELECT gen_random_uuid(), e.id, f.id, f.location, f.doctor_id, f.starts_at, f.ends_at, now(), now() + interval '30 minutes'
       FROM freed f, waiting_entries e`,
    )
    await pool.query(
      `INSERT INTO todos (kind, appointment_id) SELECT 'message_not_sent', id FROM appointments`,
    )
    await page.reload()
    await page.getByRole('button', { name: /^To do/ }).click()
    const entry = page.getByRole('region', { name: /^Waiting list/ }).getByRole('listitem')
    await expect(entry).toContainText('Mon, Tue, Wed, Thu, Fri, Sat · mornings')
    await expect(entry).toContainText(/Offered .*10:30 AM/)
    await entry.getByRole('button', { name: /^Edit what suits/ }).click()
    const wish = entry.getByRole('form')
    await expect(wish.getByLabel('Doctor')).toBeFocused()
    await wish.getByLabel('Time of day').selectOption('Any time')
    await wish.getByLabel('Note (optional)').fill('Lives nearby')
    await expectAccessible(page, 'a wish that is changed')
    await wish.getByRole('button', { name: 'Save' }).click()
    await expect(entry).toContainText('Lives nearby')
    await expect(entry).not.toContainText('mornings')
    await expect(entry.getByRole('button', { name: /^Edit what suits/ })).toBeFocused()
    // As the queue has it when a message cannot be sent.
    await pool.query(`UPDATE offers SET call_at = now()`)
    await page.reload()
    await expect(page.getByRole('region', { name: /^A time opened up: call/ })).toContainText(
      /Free: .*10:30 AM/,
    )
    await expectAccessible(page, 'somebody to be called about a free time')

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'An earlier time is free' })).toBeVisible()
    await page.getByRole('button', { name: 'Take this time' }).click()
    await expect(page.getByRole('status').filter({ hasText: /The time is yours: .*10:30/ })).toBeVisible()
    const { rows: ended } = await pool.query('SELECT ended_as FROM waiting_entries')
    expect(ended).toEqual([{ ended_as: 'claimed' }])
  })
})

test.describe('the waiting list in the panel of a new appointment', () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

  test('keeps what would suit while there is no connection', async ({ page, context, clinic, staff }) => {
    const { date } = await clinic.freeSlot()
    await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
    await gap(page, '2:00 PM', 'Musa').click()
    const panel = page.getByRole('dialog', { name: /2:00|Offline request/ })
    await panel.getByText('More', { exact: true }).click()
    await panel.getByRole('button', { name: 'Add to waiting list' }).click()
    await panel.getByLabel('Time of day').selectOption('Mornings')
    await panel.getByLabel('Monday').check()
    await context.setOffline(true)
    await expect(panel).toContainText('Not booked yet')
    await expect(panel.getByLabel('Time of day')).toBeHidden()
    await context.setOffline(false)
    await expect(panel.getByLabel('Monday')).toBeChecked()
    await expect(panel.getByLabel('Time of day')).toHaveValue('morning')
  })

  test('reports over the panel on a phone that it could not be loaded', async ({ page, clinic, staff }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { date } = await clinic.freeSlot()
    await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.locator('main').press('n')
    const panel = page.getByRole('dialog', { name: 'New appointment' })
    await panel.getByText('More', { exact: true }).click()
    await page.route(`**${await addressOf('src/features/book/desk/wish-form.tsx')}`, (route) => route.abort())
    // Looked at in each frame, as it goes by itself.
    const isOnTop = page.evaluate(`new Promise((resolve) => {
      const look = () => {
        const button = document.querySelector('[role=alert] button')
        const { x, y, width, height } = button?.getBoundingClientRect() ?? {}
        if (button?.contains(document.elementFromPoint(x + width / 2, y + height / 2))) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })`)
    await panel.getByRole('button', { name: 'Add to waiting list' }).click()
    await isOnTop
    await expect(panel).toBeVisible()
  })
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })

  test('a visit is moved by a long press, and a short one scrolls', async ({ page, clinic, staff }) => {
    const { date } = await clinic.freeSlot()
    await clinic.book(
      { date, time: '10:00' },
      { doctor_id: 'fct-okafor', surname: 'Halima', other_names: 'Umar' },
    )
    await signIn(page, await staff.colleague(), `/dashboard?view=day&day=${date}`)
    await expect(block(page, 'Halima Umar')).toBeVisible()
    // Nothing is put above the day any more, and it may be written to.
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(page.getByText('7 h 30 min free').first()).toBeVisible()
    const frame = page.locator('[data-fills-window]')
    const box = await block(page, 'Halima Umar').boundingBox()
    if (!box) throw new Error('The visit is not drawn.')
    // Half-hours are 44 px, and at least five hours are in view, without the page itself scrolling.
    expect(await frame.evaluate((each) => each.clientHeight - 44)).toBeGreaterThanOrEqual(10 * 44)
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
    const finger = await touchOf(page)
    const at = { x: box.x + 40, y: box.y + 12 }

    await finger.down(at)
    await expect(page.locator('.ghost')).toBeVisible()
    for (let by = 11; by <= 88; by += 11) await finger.move({ x: at.x, y: at.y + by })
    await expect(page.locator('.note')).toContainText('11:00 AM')
    expect(await frame.evaluate((each) => each.scrollTop)).toBe(0)
    await finger.up()
    await expect(page.getByRole('button', { name: /^Halima Umar, .*11:00 AM/ })).toBeVisible()
    await expect(page.getByText(/^Moved Halima Umar, 11:00 AM/)).toBeVisible()
    // Letting go opens nothing.
    await expect(page).not.toHaveURL(/appointment=/)

    // Without waiting it scrolls, and nothing is moved. On a busy machine the moves come late: the clock stands meanwhile.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    await finger.down({ x: at.x, y: at.y + 88 })
    for (let by = 10; by <= 120; by += 10) await finger.move({ x: at.x, y: at.y + 88 - by })
    await expect.poll(() => frame.evaluate((each) => each.scrollTop)).toBeGreaterThan(0)
    await finger.up()
    await page.clock.resume()
    await expect(page.locator('.ghost')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Halima Umar, .*11:00 AM/ })).toHaveCount(1)

    // The list has room for nine rows.
    await page.getByRole('link', { name: 'List', exact: true }).click()
    const row = await page.getByRole('row').filter({ hasText: 'Halima Umar' }).boundingBox()
    expect(Math.floor((768 - (row?.y ?? 768)) / (row?.height ?? 1))).toBeGreaterThanOrEqual(9)
  })
})
