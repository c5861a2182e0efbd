import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { CLIENT, startOpenIdProvider } from '../support/open-id-provider.ts'
import { startClinicServer } from './clinic-server.ts'
import { expect, signIn, test as staffTest } from './staff.ts'

type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** A clinic whose staff may sign in at a provider, which is a real one and another origin. */
const test = staffTest.extend<object, { port: number; provider: Provider }>({
  port: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const finder = createServer().listen(0, '127.0.0.1')
      await once(finder, 'listening')
      const { port } = finder.address() as AddressInfo
      finder.close()
      await once(finder, 'close')
      await use(port)
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({ port }, use) => {
      const redirectUri = `http://localhost:${port}/api/auth/oidc/callback`
      await using provider = await startOpenIdProvider({ redirectUri })
      await use(provider)
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ port, provider }, use) => {
      const server = await startClinicServer({
        settings: {
          PORT: String(port),
          PUBLIC_URL: `http://localhost:${port}`,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: CLIENT.id,
          OIDC_CLIENT_SECRET: CLIENT.secret,
          OIDC_NAME: 'Clinic account',
        },
      })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

// One after another by one worker: each would start a server and a provider of its own.
test.describe.configure({ mode: 'default' })

// The way there and back: the provider is another host, and its answer stands after '#' for a moment.
test.use({
  expectedProblems:
    /^request to http:\/\/127\.0\.0\.1:|^address: \S+\/(?:login\/return|register)#|status of 400/,
})

test('staff sign in with the account they have elsewhere', async ({ page, staff, provider, baseURL }) => {
  const ada = await staff.colleague()
  provider.expectAtTheDoor({ email: ada.email, email_verified: true })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Clinic account' }).click()
  await expect(page).toHaveURL(`${baseURL}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
  expect(await staff.sessionsOf(ada)).toBe(1)
  // Neither the code nor the tab's secret outlives the way back.
  expect(await page.evaluate(() => Object.keys(sessionStorage).sort())).toEqual([
    'authUser',
    'lockKey',
    'pagesKey',
    'token',
  ])
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('whoever refuses at the provider, is no staff, or brings a code of another sign-in is not let in, and told so', async ({
  page,
  staff,
  provider,
  server,
  baseURL,
}) => {
  provider.expectAtTheDoor('refuses')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Clinic account' }).click()
  await expect(page.getByText('Sign-in was cancelled on the other page').first()).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/login`)

  provider.expectAtTheDoor({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  await page.getByRole('button', { name: 'Continue with Clinic account' }).click()
  await expect(page.getByText('No staff account uses this email address').first()).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/login`)
  const { rows } = await server.database.pool.query(`SELECT 1 FROM staff WHERE email_key = 'eve@example.com'`)
  expect(rows).toEqual([])

  const ada = await staff.colleague()
  const theirs = await page.request.post('/api/auth/oidc/start', {
    headers: { authorization: 'Bearer portal' },
  })
  const back = await provider.visit((await theirs.json()).data.url, {
    email: ada.email,
    email_verified: true,
  })
  await page.goto(back.href)
  await expect(page.getByRole('button', { name: 'Continue with Clinic account' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
  expect(await staff.sessionsOf(ada)).toBe(0)
})

test('where the provider is the only way, no page asks for a password', async ({ page, staff }) => {
  await page.route('**/api/auth/providers', (route) =>
    route.fulfill({ json: { success: true, data: [{ id: 'oidc', name: 'Clinic account', only: true }] } }),
  )
  const button = page.getByRole('button', { name: 'Continue with Clinic account' })
  await page.goto(`/register#invite=${'A'.repeat(43)}`)
  await expect(button).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.goto('/forgot-password')
  await expect(page.getByText('Everyone else signs in with Clinic account.')).toBeVisible()

  const ada = await staff.colleague()
  await signIn(page, ada, '/profile')
  await expect(page.getByText('Everyone else signs in with Clinic account.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
})
