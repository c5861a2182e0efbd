import { expectAccessible } from './axe.ts'
import { shortDay } from './labels.ts'
import { appIsCached, arePagesStored } from './offline-support/cached.ts'
import { saveRequest } from './offline-support/save-request.ts'
import { dayAddress, isLive } from './offline-support/staff-pages.ts'
import { expect, signIn, test } from './staff.ts'

test.use({
  serviceWorkers: 'allow',
  // A browser reports each call that reaches nobody, and the time that is taken.
  expectedProblems: /^failed: |Failed to load resource/,
})

test('the desk saves offline requests by the panel of a new appointment, and books them once the connection is back, or at the nearest time', async ({
  page,
  server,
  clinic,
  staff,
}) => {
  test.slow() // The server is stopped and started.
  const { date } = await clinic.freeSlot()
  await clinic.book({ date, time: '09:00' }, { doctor_id: 'fct-okafor' })
  const desk = await staff.colleague('reception')
  await signIn(page, desk, dayAddress(date))
  const gap = (time: string) =>
    page.getByRole('button', { name: new RegExp(`^${time} on .*Musa.*new appointment$`) })
  await expect(gap('2:00 PM')).toBeVisible()
  await Promise.all([appIsCached(page), arePagesStored(page, [date])])
  await server.stop()
  await expect(page.getByText(/^Offline, as of /)).toBeVisible({ timeout: 60_000 })

  await gap('2:00 PM').click()
  const panel = page.getByRole('dialog', { name: 'Offline request' })
  await expect(panel).toContainText('Not booked yet')
  await expect(panel).toContainText(`${shortDay(date)} · 2:00 – 2:30 PM · Dr. Ibrahim Musa`)
  await expect(panel.getByLabel('Phone or name')).toBeFocused()
  await page.keyboard.type('Ngozi Bello')
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Last name')).toHaveValue('Bello')
  await panel.getByLabel('Phone number').fill('123')
  await panel.getByLabel('Phone number').press('Enter')
  await expect(panel.getByRole('alert')).toContainText('Please enter a phone number')
  await panel.getByLabel('Phone number').fill('0803 555 0101')
  await expectAccessible(page, 'an offline request')
  await panel.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText(/^Request A-1 saved: Ngozi Bello – not booked yet/)).toBeVisible()
  await expect(page.getByText('A-1 Ngozi Bello, not booked yet')).toBeVisible()

  // The app is started anew, and a second one comes: for a time that somebody else takes meanwhile.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Offline requests (1)' })).toBeVisible()
  await saveRequest(page, ['Musa', 'Danjuma', '0803 555 0102'], {
    date,
    time: '10:30',
    doctor: 'Dr. Ibrahim Musa',
  })

  // One without a doctor has a strip of its own in the day, over no appointment.
  await page.goto(dayAddress(date))
  await expect(page.getByRole('button', { name: 'Offline requests (2)' })).toBeVisible()
  await saveRequest(page, ['Efe', 'Uche', '0803 555 0103'], { date, time: '09:00' })
  const strip = page.getByRole('region', { name: 'Offline requests' })
  await expect(strip.getByRole('listitem')).toHaveText(
    `A-3 Efe Uche, not booked yet · ${shortDay(date)}, 9:00 AM, Abuja`,
  )
  await expect(page.getByText('A-3 Efe Uche, not booked yet')).toHaveCount(1)
  await expectAccessible(page, 'a request without a doctor')
  const [above, below] = await Promise.all([
    strip.boundingBox(),
    page.getByRole('button', { name: /^Chidi Eze, / }).boundingBox(),
  ])
  if (!above || !below) throw new Error('The day is not drawn.')
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)

  await page.getByRole('button', { name: 'Offline requests (3)' }).click()
  const list = page.getByRole('dialog', { name: 'Offline requests' })
  await expect(list.getByRole('button', { name: 'Send all' })).toHaveAttribute('aria-disabled', 'true')
  await expect(list.getByRole('button', { name: 'Send all' })).toHaveAccessibleDescription(
    /when you're back online/,
  )
  await server.start()
  await clinic.book({ date, time: '10:30' }, { doctor_id: 'fct-musa' })
  // The page asks at once, as when its network is back, and not after one of its longer and longer waits.
  await page.evaluate("dispatchEvent(new Event('online'))")
  await isLive(page)

  await list.getByRole('button', { name: 'Send all' }).click()
  await expect(list).toContainText(/A-1 is booked: Ngozi Bello/)
  await expect(list).toContainText('Taken by Chidi Eze')
  await expectAccessible(page, 'a request whose time is taken')
  await list.getByRole('button', { name: `${shortDay(date)}, 10:00 AM` }).click()
  await expect(list).toContainText(/A-2 is booked: Musa Danjuma/)
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: /^Offline requests/ })).toBeHidden()
  for (const name of ['Ngozi Bello, .*2:00 PM', 'Musa Danjuma, .*10:00 AM', 'Efe Uche, .*9:00 AM'])
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  const { rows } = await server.database.pool.query(
    `SELECT details ->> 'notedBy' AS by FROM audit_log WHERE action = 'appointment.booked' AND details ? 'notedBy'`,
  )
  expect(rows).toEqual([{ by: desk.id }, { by: desk.id }, { by: desk.id }])
})
