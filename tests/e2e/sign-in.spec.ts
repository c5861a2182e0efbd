import { holdBack } from './hold-back.ts'
import { expect, refused, signIn, test, typeSignIn } from './staff.ts'

const stored = () => ({
  authUser: sessionStorage.getItem('authUser'),
  token: sessionStorage.getItem('token'),
})

test.describe('with an address that leads elsewhere', () => {
  test.use({ expectedProblems: /^address: .*#next=/ })

  test('staff sign in, are told what is missing and that it takes a moment, get to the dashboard wherever the address would send them, reload, and are who they are', async ({
    page,
    staff,
    baseURL,
  }) => {
    const ada = await staff.colleague()
    await page.goto('/login#next=https://evil.example/')
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await expect(page.getByText('Sign in to continue to the portal.')).toBeVisible()
    await expect(page).toHaveTitle('Login | Enamel Dental Clinic')
    const answer = await holdBack(page, '**/api/auth/signin')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Please Enter Your Username')).toBeVisible()
    await expect(page.getByText('Please Enter Your Password')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await typeSignIn(page, `  ${ada.username.toUpperCase()} `, ada.password)
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    answer()
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
    await expect(page).toHaveTitle('Dashboard | Enamel Dental Clinic')
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()

    const { authUser, token } = await page.evaluate(stored)
    expect(JSON.parse(authUser ?? 'null')).toMatchObject({
      username: ada.username,
      type: 'admin',
      location: 'fct',
    })
    expect(token).toMatch(/^[\w-]{43}$/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
    // Nothing of the session is where it would outlive the browser's window.
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(ada.email)
    // The browser is known from now on, which opens nothing.
    expect(await page.context().cookies()).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^device-/),
        httpOnly: true,
        sameSite: 'Strict',
      }),
    ])
  })
})

test.describe('refused', () => {
  test.use({ expectedProblems: new RegExp(`${refused(401, 403).source}|ERR_FAILED`) })

  test('a wrong password and an unknown user are refused in the same words, a server that is away in others, and nothing is stored', async ({
    page,
    staff,
  }) => {
    const ada = await staff.colleague()
    const words = page.getByRole('alert').filter({ hasText: 'Incorrect username or password.' })
    for (const wrong of [{ password: 'nine loud herons' }, { username: 'nobody' }]) {
      const { username, password } = { ...ada, ...wrong }
      await page.goto('/login')
      await typeSignIn(page, username, password)
      await expect(words).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
      expect(await page.evaluate(stored)).toEqual({ authUser: null, token: null })
    }
    await page.route('**/api/auth/signin', (route) => route.abort())
    await typeSignIn(page, ada.username, ada.password)
    await expect(page.getByRole('alert').filter({ hasText: 'Login error!' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  })

  test('each opening of the dashboard and of config tests the token; a session that is over, or a token that was tampered with, leads to /login, and on the booking page goes quietly', async ({
    page,
    staff,
    baseURL,
  }) => {
    const ada = await staff.colleague()
    const tested: number[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/token/test') tested.push(response.status())
    })
    await signIn(page, ada)
    await expect.poll(() => tested).toEqual([200])
    // Other calls would find out too.
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/token/test',
      (route) => route.abort(),
    )
    const pages = [
      { link: 'Config', heading: 'Appointment Blockers' },
      { link: 'Booked', heading: 'Booked Appointments' },
    ]
    for (const { link, heading } of pages) {
      const before = tested.length
      await page.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      // None is on its way any more, which would find the session's end before the next press does.
      await expect.poll(() => tested.slice(before)).toEqual([200])
    }
    await staff.endSessionsOf(ada)
    await page.getByRole('link', { name: 'Config' }).click()
    await expect(page).toHaveURL(`${baseURL}/login`)
    await expect(page.getByText('Your session has ended. Please sign in again.').first()).toBeVisible()
    await page.unrouteAll()

    await typeSignIn(page, ada.username, ada.password)
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
    const over = await page.evaluate(stored)
    await staff.endSessionsOf(ada)
    await page.reload()
    await expect(page).toHaveURL(`${baseURL}/login`)
    expect(await page.evaluate(stored)).toEqual({ authUser: null, token: null })

    // On the booking page it goes quietly.
    await page.evaluate((kept) => Object.assign(sessionStorage, kept), over)
    await page.goto('/book-appointment')
    await expect.poll(() => page.evaluate(stored)).toEqual({ authUser: null, token: null })
    await expect(page).toHaveURL(`${baseURL}/book-appointment`)

    await page.goto('/login')
    await typeSignIn(page, ada.username, ada.password)
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
    await page.evaluate(() => sessionStorage.setItem('token', `${sessionStorage.getItem('token')}x`))
    await page.goto('/config')
    await expect(page).toHaveURL(`${baseURL}/login`)
  })
})

test('without a session every staff page leads to /login, and paints nothing before', async ({
  page,
  baseURL,
}) => {
  for (const path of ['/dashboard', '/config', '/staff', '/profile']) {
    await page.goto(path)
    await expect(page).toHaveURL(`${baseURL}/login`)
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  }
})

test.describe('a page that is opened', () => {
  test.use({ expectedProblems: /ERR_FAILED|status of 503|api\// })

  test('the server away is not being signed out, and no staff content is painted while the session is not known', async ({
    page,
    staff,
    baseURL,
  }) => {
    await signIn(page, await staff.colleague())
    // The clinic's facts are the worker's to answer, which this test does without.
    await page.route(/\/api\/(?!clinic$)/, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
    expect((await page.evaluate(stored)).token).not.toBeNull()
    await page.unrouteAll()

    // After these milliseconds the page goes on with what is stored (src/session/open-session.ts): here they never pass.
    await page.addInitScript(() => {
      const start = globalThis.setTimeout
      globalThis.setTimeout = ((run: () => void, ms?: number) =>
        ms === 300 ? 0 : start(run, ms)) as typeof setTimeout
    })
    const answer = await holdBack(page, '**/api/auth/session')
    const asked = page.waitForRequest('**/api/auth/session')
    await page.reload()
    await asked
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    answer()
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  })
})

test('signing out in one tab signs out all, and a new tab needs no second sign-in', async ({
  page,
  context,
  staff,
  baseURL,
}) => {
  const ada = await staff.colleague()
  await signIn(page, ada)
  const second = await context.newPage()
  await second.goto('/dashboard')
  await expect(second.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()

  await second.goto('/logout')
  await expect(second).toHaveURL(`${baseURL}/login`)
  await expect(page).toHaveURL(`${baseURL}/login`)
  expect(await page.evaluate(stored)).toEqual({ authUser: null, token: null })
  await expect.poll(() => staff.sessionsOf(ada)).toBe(0)
})

test('someone who is no admin sees Appointments only, nothing about patients, and no admin page', async ({
  page,
  staff,
  baseURL,
}) => {
  const chidi = await staff.colleague('staff')
  await page.goto('/login')
  await typeSignIn(page, chidi.username, chidi.password)
  await expect(page).toHaveURL(`${baseURL}/book-appointment`)
  await expect(page).toHaveTitle('Book-appointment | Enamel Dental Clinic')
  await page.goto('/profile')
  const menu = page.getByRole('navigation').first()
  await expect(menu.getByRole('link', { name: 'Appointments' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Booked' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Config' })).toHaveCount(0)
  await expect(menu.getByRole('link')).toHaveText(['Appointments'])
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Notifications/ })).toHaveCount(0)
  await page.getByRole('button', { name: /your account/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Profile'])
  for (const path of ['/dashboard', '/config', '/staff', '/patients?view=import']) {
    await page.goto(path)
    await expect(page).toHaveURL(`${baseURL}/book-appointment`)
    await expect(
      page.getByText(/can't see booked appointments|have access to this page/).first(),
    ).toBeVisible()
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(`${baseURL}/login`)
})
