import { browserFlags } from '../../scripts/browser/find-browser.ts'
import { spokenTime } from './labels.ts'
import { expect, test, typeSignIn } from './staff.ts'

/** A name as a clinic's own network has it. Only HTTPS and localhost are a secure context. */
const HOST = 'clinic.lan'

test.use({
  launchOptions: {
    executablePath: process.env.CHROME_PATH,
    args: [...browserFlags(), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
  // What the browser says of a page without HTTPS, of another host than the tests have, and without a connection.
  expectedProblems:
    /clinic\.lan|Cross-Origin-Opener-Policy|Origin-Agent-Cluster|Failed to load resource|^failed: /,
})

test('the desk books, moves and saves offline requests on a page without HTTPS', async ({
  page,
  context,
  clinic,
  staff,
  server,
}) => {
  const { date } = await clinic.freeSlot()
  await clinic.book(
    { date, time: '10:00' },
    { doctor_id: 'fct-okafor', surname: 'Halima', other_names: 'Umar' },
  )
  const colleague = await staff.colleague('reception')
  const url = server.url.replace('localhost', HOST)
  await page.goto(`${url}/login`)
  await typeSignIn(page, colleague.username, colleague.password)
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  await page.goto(`${url}/dashboard?view=day&day=${date}`)
  expect(await page.evaluate('[isSecureContext, typeof crypto.randomUUID, typeof crypto.subtle]')).toEqual([
    false,
    'undefined',
    'undefined',
  ])
  const gap = (time: string) =>
    page.getByRole('button', { name: new RegExp(`^${spokenTime(time)} on .*Musa.*new appointment$`) })
  const visit = (time: string) =>
    page.getByRole('button', { name: new RegExp(`^Halima Umar, .*${spokenTime(time)}.*Musa`) })

  await gap('14:00').click()
  await expect(page.getByLabel('Phone or name')).toBeFocused()
  await page.keyboard.type('hal')
  await expect(page.getByRole('option', { name: /Halima Umar/ }).locator('mark')).toHaveText('Hal')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Book Halima Umar' }).click()
  await expect(page.getByText(/^Booked Halima Umar, 2:00 PM/)).toBeVisible()

  const from = await visit('14:00').boundingBox()
  const to = await gap('15:30').boundingBox()
  if (!from || !to) throw new Error('The day is not drawn.')
  await page.mouse.move(from.x + 30, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + 10, { steps: 5 })
  await expect(page.getByText(/3:30 PM$/).last()).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText(/^Moved Halima Umar, 3:30 PM/)).toBeVisible()
  await expect(visit('15:30')).toBeVisible()

  // The connection goes while somebody types: the same panel saves what is there.
  await gap('11:00').click()
  await page.getByLabel('Phone or name').fill('Ngozi Bello')
  await page.getByRole('option', { name: 'New patient with this name' }).click()
  await page.getByLabel('Phone number').fill('0803 555 0101')
  await expect(page.getByRole('button', { name: 'Book Ngozi Bello' })).toBeVisible()
  await context.setOffline(true)
  const panel = page.getByRole('dialog', { name: 'Offline request' })
  await expect(panel).toContainText('stays in this tab only')
  await expect(panel.getByLabel('Last name')).toHaveValue('Bello')
  await panel.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText(/^Request A-1 saved: Ngozi Bello – not booked yet/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Offline, as of /)).toBeHidden()
  await page.getByRole('button', { name: 'Offline requests (1)' }).click()
  const list = page.getByRole('dialog', { name: 'Offline requests' })
  await list.getByRole('button', { name: 'Send A-1, Ngozi Bello' }).click()
  await expect(list).toContainText(/A-1 is booked: Ngozi Bello/)
})
