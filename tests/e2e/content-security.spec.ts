import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './staff.ts'
import { chooseSlot, fillPersonal, heading, next, startAsVisitor, submit } from './wizard.ts'

/*
 * What the content policy refuses (server/operations/web/security-headers.ts), and that it never has to: whatever stands in the
 * tables or is typed is text on every screen. That nothing violates the policy is watched in every test of the browser
 * (watch-page.ts).
 */
// Names are shown with capitals: then this runs all the same.
const MARKUP = `<img src=x onerror="window.Struck=1">`
const ATTRIBUTE = /onerror=/i
const SCRIPT = '<script>window.Struck=1</script>'
const LINK = 'javascript:window.Struck=1'
const TEMPLATE = '{{constructor}} $t(shell:signOut)'

/** Nothing of it has run, became an element or could be pressed. */
async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate('window.Struck')).toBeUndefined()
  await expect(
    page.locator('img[src="x"], svg[onload], body > * script, a[href^="javascript" i], iframe'),
  ).toHaveCount(0)
}

const text = (page: Page, part: string | RegExp) => page.getByText(part).filter({ visible: true }).first()

test('markup in the tables is text on every screen of staff', async ({ page, clinic, staff, server }) => {
  const { pool } = server.database
  const slot = await clinic.freeSlot()
  await clinic.book(slot)
  await pool.query(
    'UPDATE patients SET first_name = $1, last_name = $2, email = $3, phone = $4, address = $1',
    [MARKUP, SCRIPT, `"><svg onload=window.Struck=1>@example.com`, LINK],
  )
  const { rows } = await pool.query(
    'UPDATE appointments SET complaint = $1, service_text = $2 RETURNING id',
    [MARKUP, TEMPLATE],
  )
  const admin = await staff.colleague()
  await pool.query(`UPDATE staff SET surname = $1, other_names = $2, job_title = $3 WHERE id = $4`, [
    MARKUP,
    SCRIPT,
    TEMPLATE,
    admin.id,
  ])
  await pool.query(
    `INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates)
     VALUES ($1, $2, 'One Time', $3, $4, '{}', '{}')`,
    [randomUUID(), `${MARKUP} ${TEMPLATE}`, `${slot.date}T06:00:00Z`, `${slot.date}T07:00:00Z`],
  )
  await pool.query(
    `INSERT INTO devices (id, name, token_hash, registered_by, registered_at) VALUES ($1, $2, $3, $4, now())`,
    [randomUUID(), MARKUP, randomUUID(), admin.id],
  )

  await signIn(page, admin)
  await expect(text(page, ATTRIBUTE)).toBeVisible()
  await expect(text(page, TEMPLATE)).toBeVisible()
  await expectInert(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(ATTRIBUTE)
  await expectInert(page)

  for (const [path, words] of [
    [`/dashboard?appointment=${rows[0].id}`, LINK],
    [`/dashboard?view=day&day=${slot.date}`, ATTRIBUTE],
    ['/config', TEMPLATE],
    ['/staff', ATTRIBUTE],
    ['/devices', ATTRIBUTE],
  ] as const) {
    await page.goto(path)
    await expect(text(page, words), path).toBeVisible()
    await expectInert(page)
  }
})

test('what is typed into the wizard is text up to its end', async ({ page, clinic, visitor }) => {
  await startAsVisitor(page)
  await fillPersonal(page, { ...visitor, firstName: MARKUP, lastName: TEMPLATE })
  await next(page)
  await expect(text(page, 'Please use letters, spaces, hyphens and apostrophes only.')).toBeVisible()
  await expectInert(page)

  await fillPersonal(page, visitor)
  await next(page)
  await page.getByLabel('Consultation', { exact: true }).check()
  await chooseSlot(page, await clinic.freeSlot())
  await page.getByLabel('Complaint').fill(`${MARKUP} ${TEMPLATE}`)
  await next(page)
  await expect(page.getByRole('definition').getByText(`${MARKUP} ${TEMPLATE}`)).toBeVisible()
  await expectInert(page)
  await submit(page)
  await expect(heading(page, 'booked')).toBeVisible()
  await expectInert(page)
  expect((await clinic.appointmentsOf(visitor))[0]?.complaint).toBe(`${MARKUP} ${TEMPLATE}`)
})

test.describe('the browser', () => {
  // What this test tries, the browser says in its console.
  test.use({ expectedProblems: /TrustedHTML|TrustedScriptURL|Trusted ?Type/i })

  /** What becomes of a try: 'done', or the kind of error it ends with. */
  const tried = (page: Page, script: string) =>
    page.evaluate<string>(
      `(() => { try { ${script}; return 'done' } catch (error) { return error.name } })()`,
    )

  test('takes no markup from a script, no script from elsewhere and no further policy; text only where dates are typed', async ({
    page,
    clinic: _,
    staff,
  }) => {
    const write = (html: string) => `document.createElement('p').innerHTML = ${JSON.stringify(html)}`
    await signIn(page, await staff.colleague())
    expect(await tried(page, write('05'))).toBe('TypeError')
    expect(await tried(page, write(MARKUP))).toBe('TypeError')
    expect(await tried(page, `document.createElement('script').src = '/early.js'`)).toBe('TypeError')
    expect(await tried(page, `trustedTypes.createPolicy('other', { createHTML: String })`)).toBe('TypeError')

    await page.goto('/config')
    await page.getByRole('button', { name: 'Add Blocker' }).first().click()
    await page.getByRole('dialog').getByLabel('Type').selectOption('One Time')
    const start = page.getByRole('dialog').getByRole('group', { name: 'Start' })
    await start.getByRole('spinbutton').first().click()
    // Writing over the whole field is what it does by HTML.
    await page.keyboard.press('Control+A')
    await page.keyboard.type('05032030')
    await expect(start).toContainText('2030')
    expect(await tried(page, write('05'))).toBe('done')
    for (const html of [MARKUP, '&lt;b>', SCRIPT]) expect(await tried(page, write(html))).toBe('TypeError')
    expect(await tried(page, `document.createElement('script').src = '/early.js'`)).toBe('TypeError')
  })
})
