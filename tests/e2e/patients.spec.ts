import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, refused, signIn, test } from './staff.ts'

const HEAD = 'clinic_id,first_name,last_name,address'
const csv = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
})
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `C${at},Ada,Obi,"${at}, Allen Avenue"\r\n`).join('')

const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.locator('input[type=file]').setInputFiles(file)
const press = (page: Page, name: 'Import' | 'Check only' | 'Cancel') =>
  page.getByRole('button', { name, exact: true }).click()
const count = (page: Page, of: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(of, { exact: true }) })
    .locator('dd')

test.use({ expectedProblems: refused(400, 503) })

test('an admin checks a file, imports it, corrects it and imports it again', async ({
  page,
  clinic: _,
  server,
  staff,
}) => {
  test.slow() // axe looks three times, in two colour schemes.
  const { pool } = server.database
  const names = async () =>
    (
      await pool.query(`SELECT first_name || ' ' || last_name AS name FROM patients ORDER BY clinic_id`)
    ).rows.map(({ name }) => name)

  await signIn(page, await staff.colleague())
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Patients', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Patients \| /)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectAccessible(page, 'no file yet')

  // The example is a file that can be imported.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download an example file' }).click()
  const example = await saving
  expect(example.suggestedFilename()).toBe('patients-example.csv')
  await page.locator('input[type=file]').setInputFiles(await example.path())
  await press(page, 'Check only')
  await expect(page.getByRole('heading', { name: 'File checked' })).toBeVisible()
  await expect(count(page, 'New')).toHaveText('2')
  expect(await names()).toEqual([])

  await choose(
    page,
    csv('patients.csv', `${HEAD}\r\nC1,Zoë,Obi,\r\nC2,=HYPERLINK(1),Eze,\r\nC3,Eve,Eze,\r\n`),
  )
  await expect(page.getByText('patients.csv')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'File checked' })).toHaveCount(0)
  await press(page, 'Import')
  await expect(page.getByRole('heading', { name: 'File imported' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 new, 0 changed' })).toHaveCount(1)
  await expect(count(page, 'New')).toHaveText('2')
  await expect(count(page, 'Lines with errors')).toHaveText('1')
  await expect(page.getByRole('row').filter({ hasText: 'Please use letters' })).toContainText('3first_name')
  expect(await names()).toEqual(['Zoë Obi', 'Eve Eze'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Please use letters' })).toContainText('Line 3')
  await expectAccessible(page, 'a wrong line on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  // The same name again, as somebody has who has corrected the file.
  await choose(page, csv('patients.csv', `${HEAD}\r\nC1,Zoë,Okafor,\r\nC2,Ngozi,Eze,\r\nC3,Eve,Eze,\r\n`))
  await press(page, 'Import')
  await expect(count(page, 'Changed')).toHaveText('1')
  await expect(count(page, 'New')).toHaveText('1')
  await expect(count(page, 'Unchanged')).toHaveText('1')
  expect(await names()).toEqual(['Zoë Okafor', 'Ngozi Eze', 'Eve Eze'])

  // A sheet of which one column was sorted alone: a number is no proof of who it is.
  await choose(page, csv('sorted.csv', `${HEAD}\r\nC1,Chidi,Bello,\r\nC3,Eve,Eze,\r\n`))
  const take = page.getByRole('checkbox', { name: /^Also change records/ })
  await expect(take).toHaveCount(0)
  await press(page, 'Import')
  await expect(
    page.getByText('1 line has the clinic ID of a patient with a different name.').first(),
  ).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'has another name here' })).toContainText('2clinic_id')
  expect(await names()).toEqual(['Zoë Okafor', 'Ngozi Eze', 'Eve Eze'])
  await expect(take).not.toBeChecked()
  await expectAccessible(page, 'a line of another person')
  await take.check()
  await press(page, 'Import')
  await expect(count(page, 'Changed')).toHaveText('1')
  expect(await names()).toEqual(['Chidi Bello', 'Ngozi Eze', 'Eve Eze'])

  // Latin-1, as some spreadsheets save it.
  await choose(page, csv('latin.csv', Buffer.from(`${HEAD}\r\nC4,Zoë,Obi,\r\n`, 'latin1')))
  await press(page, 'Import')
  await expect(
    page.getByRole('row').filter({ hasText: "A character in this line can't be read" }),
  ).toBeVisible()
  expect(await names()).toHaveLength(3)
  await choose(page, csv('none.csv', 'C4,Zoe,Obi\r\n'))
  await press(page, 'Import')
  await expect(
    page.getByRole('alert').filter({ hasText: 'The first line of the file must name its columns' }),
  ).toBeVisible()
  await expectAccessible(page, 'a file that is refused')
  expect(await names()).toHaveLength(3)
})

test('an upload shows how far it is, and can be cancelled; what was stored stays', async ({
  page,
  clinic: _,
  server,
  staff,
}) => {
  const stored = async () => (await server.database.pool.query('SELECT FROM patients')).rowCount ?? 0
  await signIn(page, await staff.colleague(), '/patients?view=import')
  await choose(page, csv('large.csv', `${HEAD}\r\n${lines(100_000)}`))
  // A minute of upload: the server would take all that has come by the time that it is told.
  const line = await page.context().newCDPSession(page)
  const asIs = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', { ...asIs, uploadThroughput: 50_000 })
  await expect(page.getByText(/^\d\.\d MB$/)).toBeVisible()
  await press(page, 'Import')
  await expect(
    page.getByRole('progressbar', { name: 'Importing... Please stay on this page.' }),
  ).toBeVisible()
  await expect.poll(stored).toBeGreaterThan(0)
  await press(page, 'Cancel')
  await expect(page.getByText('Cancelled. What was already saved stays').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused()

  await line.send('Network.emulateNetworkConditions', asIs)

  // As soon as the server knows, the next one may begin: two at once are refused.
  const key = `hashtextextended('patients.import', 0)`
  const isFree = async () =>
    (
      await server.database.pool.query(
        `SELECT CASE WHEN pg_try_advisory_lock(${key}) THEN pg_advisory_unlock(${key}) END AS free`,
      )
    ).rows[0].free
  await expect.poll(isFree).toBe(true)
  await choose(page, csv('small.csv', `${HEAD}\r\nZ1,Ada,Obi,\r\n`))
  await press(page, 'Import')
  await expect(page.getByRole('heading', { name: 'File imported' })).toBeVisible()
  expect((await stored()) % 1_000).toBe(1)
  expect(await stored()).toBeLessThan(100_000)
})
