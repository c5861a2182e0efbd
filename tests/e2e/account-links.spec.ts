import { expect, linkIn, refused, signIn, test, typeSignIn } from './staff.ts'

const TEXT = 'Reset link are sended to your mailbox, check there first'

// A mailed link holds its token after '#', for as long as it takes the page to read it; one that no longer holds is refused.
test.use({ expectedProblems: new RegExp(`${refused(400).source}|^address: .*#(?:token|invite)=`) })

test('a forgotten password is set anew through a mail that only who has an account gets, and the link works once', async ({
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
  for (const email of ['nobody@example.com', ada.email]) {
    await page.getByLabel('Email').fill(email)
    const answered = page.waitForResponse(/\/api\/auth\//)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await answered
    await expect(page.getByText(TEXT).first()).toBeVisible()
  }
  // Mails go out in the order of asking: the other would be there.
  const link = linkIn(await staff.mailTo(ada.email))
  expect(staff.mailsTo('nobody@example.com')).toBe(0)
  expect(link).toMatch(/^\/reset-password#token=[\w-]{43}$/)
  await page.goto(link)
  await expect(page).toHaveURL(`${baseURL}/reset-password`)
  const setAnew = async () => {
    await page.getByLabel('New password', { exact: true }).fill('eleven green herons')
    await page.getByLabel('Repeat new password').fill('eleven green herons')
    await page.getByRole('button', { name: 'Set new password' }).click()
  }
  await setAnew()
  await expect(page).toHaveURL(`${baseURL}/login`)
  await expect(page.getByText('Your password was changed.').first()).toBeVisible()
  expect(await staff.sessionsOf(ada)).toBe(0)

  await typeSignIn(page, ada.username, 'eleven green herons')
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  await page.goto(link)
  await setAnew()
  await expect(page.getByText(/no longer valid/).first()).toBeVisible()
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
    await expect(change.getByText("That's not your current password.")).toBeVisible()
    expect(await staff.sessionsOf(ada)).toBe(1)

    await change.getByLabel('Current password').fill(ada.password)
    await change.getByRole('button', { name: 'Set new password' }).click()
    await expect(page).toHaveURL(`${baseURL}/login`)
    await expect(page.getByText('Your password was changed.').first()).toBeVisible()
    expect(await staff.sessionsOf(ada)).toBe(0)
    await typeSignIn(page, ada.username, 'twelve green herons')
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  })
})

test('an admin invites a colleague, who registers and is signed in, with the link of the invitation alone', async ({
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
  const register = async () => {
    await expect(theirs).toHaveURL(`${baseURL}/register`)
    await theirs.getByLabel('Email').fill(email)
    await theirs.getByLabel('Username').fill(`chidi.${Date.now()}`)
    await theirs.getByLabel('Password', { exact: true }).fill('eleven green herons')
    await theirs.getByLabel('Repeat password').fill('eleven green herons')
    await theirs.getByRole('button', { name: 'Create account' }).click()
  }
  await theirs.goto(`/register#invite=${'x'.repeat(43)}`)
  await register()
  await expect(theirs.getByText(/no longer valid/).first()).toBeVisible()
  // From the same page the link would change its hash alone.
  await theirs.goto('about:blank')
  await theirs.goto(link)
  await register()
  await expect(theirs).toHaveURL(`${baseURL}/book-appointment`)
  // What is for admins alone is not for them.
  await theirs.goto('/devices')
  await expect(theirs).toHaveURL(`${baseURL}/book-appointment`)
  await expect(theirs.getByText("You don't have access to this page.").first()).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByText('Dt. Chidi Eze')).toBeVisible()
})
