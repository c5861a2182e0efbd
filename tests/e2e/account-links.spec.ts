import { expect, linkIn, refused, signIn, test, typeSignIn } from './staff.ts'

const TEXT = 'Reset link are sended to your mailbox, check there first'

// A mailed link holds its token after '#', for as long as it takes the page to read it.
test.use({ expectedProblems: /^address: .*#(?:token|invite)=/ })

test('a forgotten password is set anew through the mail, and the link works once', async ({
  page,
  context,
  staff,
  baseURL,
}) => {
  const ada = await staff.colleague()
  const elsewhere = await context.newPage()
  await signIn(elsewhere, ada)

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(`${baseURL}/forgot-password`)
  await page.getByLabel('Email').fill(ada.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText(TEXT).first()).toBeVisible()

  const link = linkIn(await staff.mailTo(ada.email))
  expect(link).toMatch(/^\/reset-password#token=[\w-]{43}$/)
  await page.goto(link)
  await expect(page).toHaveURL(`${baseURL}/reset-password`)
  await page.getByLabel('New password', { exact: true }).fill('eleven green herons')
  await page.getByLabel('Repeat new password').fill('eleven green herons')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(`${baseURL}/login`)
  await expect(page.getByText('Your password is changed.').first()).toBeVisible()
  expect(await staff.sessionsOf(ada)).toBe(0)

  await typeSignIn(page, ada.username, 'eleven green herons')
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
})

test.describe('on the profile', () => {
  test.use({ expectedProblems: refused(400, 401) })

  test('a password is changed by who knows the present one, and every session ends', async ({
    page,
    staff,
    baseURL,
  }) => {
    const ada = await staff.colleague()
    await signIn(page, ada, '/profile')
    const change = page.getByRole('form', { name: 'Set a new password' })
    await change.getByLabel('Current password').fill('not the one of Ada')
    await change.getByLabel('New password', { exact: true }).fill('twelve green herons')
    await change.getByLabel('Repeat new password').fill('twelve green herons')
    await change.getByRole('button', { name: 'Set new password' }).click()
    await expect(change.getByText('This is not your current password.')).toBeVisible()
    expect(await staff.sessionsOf(ada)).toBe(1)

    await change.getByLabel('Current password').fill(ada.password)
    await change.getByRole('button', { name: 'Set new password' }).click()
    await expect(page).toHaveURL(`${baseURL}/login`)
    await expect(page.getByText('Your password is changed.').first()).toBeVisible()
    expect(await staff.sessionsOf(ada)).toBe(0)
    await typeSignIn(page, ada.username, 'twelve green herons')
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  })
})

test('an unknown address gets the same words, and no mail', async ({ page, staff }) => {
  const ada = await staff.colleague()
  for (const email of ['nobody@example.com', ada.email]) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText(TEXT).first()).toBeVisible()
  }
  // Mails go out in the order of asking: after this one the other would be there.
  await staff.mailTo(ada.email)
  expect(staff.mailsTo('nobody@example.com')).toBe(0)
})

test('an admin invites a colleague, who registers and is signed in', async ({
  page,
  browser,
  staff,
  baseURL,
}) => {
  await signIn(page, await staff.colleague(), '/staff')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const email = `chidi.${Date.now()}@example.com`
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Other names').fill('Chidi')
  await dialog.getByLabel('Surname').fill('Eze')
  await dialog.getByLabel('Type').selectOption('staff')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Invitation sent to ${email}.`).first()).toBeVisible()

  const link = linkIn(await staff.mailTo(email))
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs).toHaveURL(`${baseURL}/register`)
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Username').fill(`chidi.${Date.now()}`)
  await theirs.getByLabel('Password', { exact: true }).fill('eleven green herons')
  await theirs.getByLabel('Repeat password').fill('eleven green herons')
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs).toHaveURL(`${baseURL}/book-appointment`)
  await context.close()

  await page.reload()
  await expect(page.getByText('Dt. Chidi Eze')).toBeVisible()
})

test.describe('refused by the server', () => {
  test.use({ expectedProblems: new RegExp(`${refused(400).source}|^address: .*#(?:token|invite)=`) })

  test('a link to a new password, or to registering, that no longer holds says so', async ({ page }) => {
    for (const path of ['/reset-password#token=', '/register#invite=']) {
      await page.goto(`${path}${'x'.repeat(43)}`)
      if (path.startsWith('/register')) {
        await page.getByLabel('Email').fill('chidi@example.com')
        await page.getByLabel('Username').fill('chidi')
      }
      await page.getByLabel(/^(?:New p|P)assword$/).fill('eleven green herons')
      await page.getByLabel(/Repeat/).fill('eleven green herons')
      await page.getByRole('button', { name: /^(?:Create account|Set new password)$/ }).click()
      await expect(page.getByText(/no longer valid/).first()).toBeVisible()
    }
  })
})
