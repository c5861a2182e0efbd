import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { StaffType } from '../../domain/staff.ts'
import { SESSIONS_CHANNEL } from '../../server/platform/events/channel.ts'
import { mailParts } from '../support/mail-server.ts'
import { type StaffOptions, storeStaff } from '../support/staff.ts'
import { test as clinicTest } from './clinic.ts'
import type { ClinicServer } from './clinic-server.ts'
import { offerEmptyPage } from './empty-page.ts'
import { fillAtOnce } from './wizard.ts'

export { expect }

export type Colleague = { id: string; username: string; email: string; password: string }

/** What a browser reports of a call that the server refuses; tests name the statuses that they bring about. */
export const refused = (...statuses: number[]) => new RegExp(`status of (?:${statuses.join('|')})`)

export const test = clinicTest.extend<{ staff: Staff }>({
  staff: ({ server }, use) => use(staffOf(server)),
})

type Staff = ReturnType<typeof staffOf>

function staffOf({ database, mail }: ClinicServer) {
  return {
    /** Somebody with an account, made up anew for each test. */
    async colleague(
      type: StaffType = 'admin',
      location: string | null = 'fct',
      more: Pick<StaffOptions, 'locations' | 'doctorId'> = {},
    ): Promise<Colleague> {
      const username = `ada.${randomBytes(4).toString('hex')}`
      const password = 'seven quiet herons'
      return {
        password,
        ...(await storeStaff(database.pool, { username, type, location, password, ...more })),
      }
    },
    /** What happens when 12 hours have passed: a page learns it from its next call. */
    async endSessionsOf({ id }: Pick<Colleague, 'id'>): Promise<void> {
      await database.pool.query(`DELETE FROM sessions WHERE staff_id = $1`, [id])
    },
    /** What happens when the clinic disables somebody: open pages are told. */
    async endAndTellSessionsOf(colleague: Pick<Colleague, 'id'>): Promise<void> {
      await this.endSessionsOf(colleague)
      await database.pool.query(`SELECT pg_notify($1, '')`, [SESSIONS_CHANNEL])
    },
    async sessionsOf({ id }: Pick<Colleague, 'id'>): Promise<number> {
      const { rows } = await database.pool.query(`SELECT 1 FROM sessions WHERE staff_id = $1`, [id])
      return rows.length
    },
    /** The newest mail to an address, as its reader sees it. */
    async mailTo(email: string): Promise<string> {
      const mails = () => mail.received.filter(({ to }) => to.includes(email))
      await expect.poll(() => mails().length, { timeout: 60_000 }).toBeGreaterThan(0)
      const raw = mails().at(-1)?.raw ?? ''
      return mailParts(raw).find(({ type }) => type.startsWith('text/plain'))?.content ?? ''
    },
    mailsTo: (email: string) => mail.received.filter(({ to }) => to.includes(email)).length,
  }
}

/** The path and what follows, of the link in a mail. */
export function linkIn(mail: string): string {
  const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(mail)?.[1]
  if (!link) throw new Error(`There is no link in the mail: ${mail}`)
  return link
}

/** Types name and password and presses 'Sign In'. */
export async function typeSignIn(
  page: Page,
  username: string,
  password: string,
  fill = fillAtOnce,
): Promise<void> {
  await fill(page.getByLabel('Username'), username)
  await fill(page.getByLabel('Password', { exact: true }), password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/**
 * Signs in by the API and opens the dashboard, which a browser does in half the time that the form takes. How people
 * sign in is what sign-in.spec.ts tests.
 * @param path a page to open instead, which spares a test the load of the dashboard
 */
export async function signIn(
  page: Page,
  { username, password }: Colleague,
  path = '/dashboard',
): Promise<void> {
  const answer = await page.request.post('/api/auth/signin', {
    headers: { authorization: `Bearer ${process.env.PORTAL_TOKEN || 'portal'}` },
    data: { username, password },
  })
  const { data } = await answer.json()
  await offerEmptyPage(page)
  await page.goto('/empty')
  await page.unroute('**/empty')
  await page.evaluate(
    ([user, token]) => {
      sessionStorage.setItem('authUser', user)
      sessionStorage.setItem('token', token)
    },
    [JSON.stringify(data.user), String(data.token)] as const,
  )
  await page.goto(path)
  if (path === '/dashboard')
    await expect(page.getByRole('heading', { name: 'Booked Appointments' })).toBeVisible()
}
