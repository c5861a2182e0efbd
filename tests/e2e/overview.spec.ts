import { readFile } from 'node:fs/promises'
import { expectAccessible } from './axe.ts'
import { shortDay } from './labels.ts'
import { expect, signIn, test } from './staff.ts'

test('a manager sees how full a day is, its numbers as a table and a file, on one sheet, and opens the day', async ({
  page,
  staff,
  clinic,
  visitor,
}) => {
  const slot = await clinic.freeSlot()
  await clinic.book(slot, { email: visitor.email, doctor_id: 'fct-musa' })
  await signIn(page, await staff.colleague('manager'))
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/overview')
  const chairs = page.getByRole('region', { name: 'How full each chair is' })
  const cell = chairs.getByRole('link', { name: `Dr. Ibrahim Musa, ${shortDay(slot.date)}: ` })
  await expect(cell).toHaveAccessibleName(/: [1-9]\d?% taken, \d+ minutes free$/)
  await expect(page.getByRole('img', { name: 'How far ahead people book' })).toBeVisible()
  await expectAccessible(page, 'overview')

  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await chairs.getByRole('button', { name: 'Table: How full each chair is' }).click()
  const row = chairs.getByRole('row', { name: `${shortDay(slot.date)} Dr. Ibrahim Musa` })
  const minutes = (await row.getByRole('cell').allTextContents()).slice(2, 7).map((text) => Number(text))
  const [open, booked, blocked, free, done] = minutes as [number, number, number, number, number]
  expect([booked, free, done]).toEqual([30, open - blocked - 30, 0])

  const download = page.waitForEvent('download')
  await chairs.getByRole('button', { name: 'CSV: How full each chair is' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`\r\n${slot.date},Dr. Ibrahim Musa,${minutes.join()},`)

  await chairs.getByRole('button', { name: 'Table: How full each chair is' }).click()
  await cell.click()
  await expect(page).toHaveURL(`/dashboard?view=day&day=${slot.date}&location=fct`)
})

test('on a dark phone nothing of the overview is wider than the screen, and paper stays white', async ({
  page,
  staff,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, await staff.colleague(), '/overview?location=all')
  await expect(page.getByRole('link', { name: /^Dr\. Chidi Amadi, .* taken/ }).first()).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  const heading = page.getByRole('heading', { name: 'Overview' })
  await expect(heading).toHaveCSS('color', 'rgb(230, 239, 239)')
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toHaveCSS('color', 'rgb(18, 38, 43)')
})
