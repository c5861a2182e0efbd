import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { mailParts } from '../support/mail-server.ts'
import { storeRegistered } from '../support/registered-patient.ts'
import { test as clinicTest, type Gateway } from './clinic.ts'
import type { ClinicServer } from './clinic-server.ts'

export { expect }

export type Registered = Awaited<ReturnType<typeof storeRegistered>>

/** A clinic that knows some patients. */
export const test = clinicTest.extend<{ patients: Patients }>({
  patients: ({ server, gateway }, use) => use(patientsOf(server, gateway)),
})

type Patients = ReturnType<typeof patientsOf>

function patientsOf({ database: { pool }, mail }: ClinicServer, gateway: Gateway) {
  // Made up anew for each test, so that a late mail of one is never taken for another's.
  const digits = String(randomInt(1_000_000, 9_999_999))
  const contact = { email: `ngozi.${digits}@example.com`, phone: `+234803${digits}` }

  async function nth<T>(messages: () => T[], n: number): Promise<T> {
    await expect.poll(() => messages().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(n)
    return messages()[n - 1] as T
  }
  const codeIn = (text = '') => /^\d{6}/.exec(text)?.[0] ?? 'none'

  return {
    contact,
    register: (options: Parameters<typeof storeRegistered>[1] = {}) =>
      storeRegistered(pool, { ...contact, ...options }),
    /** The code of the nth mail with one that came to an address, in this test. */
    async mailedCode({ email }: Pick<Registered, 'email'>, n = 1): Promise<string> {
      const codes = () =>
        mail.received
          .filter(({ to }) => to.includes(email))
          .map(({ raw }) => codeIn(mailParts(raw)[0]?.content))
          .filter((code) => code !== 'none')
      return nth(codes, n)
    },
    /** The same by SMS. */
    async textedCode({ phone }: Pick<Registered, 'phone'>, n = 1): Promise<string> {
      const texts = () => gateway.received.filter(({ form }) => form.to === phone)
      return codeIn((await nth(texts, n)).form.message)
    },
    /** What three minutes do. */
    async letCodesAge(): Promise<void> {
      await pool.query(`UPDATE challenges SET expires_at = now() - interval '1 second'`)
    },
    /** What half an hour does. */
    async endSessionsOf({ id }: Pick<Registered, 'id'>): Promise<void> {
      await pool.query('DELETE FROM sessions WHERE patient_id = $1', [id])
    },
    async sessionsOf({ id }: Pick<Registered, 'id'>): Promise<number> {
      return (await pool.query('SELECT 1 FROM sessions WHERE patient_id = $1', [id])).rows.length
    },
    /** For whom appointments were made, and how. */
    async appointments() {
      const { rows } = await pool.query(
        `SELECT a.patient_id AS "patientId", a.reference, a.starts_at AS "startsAt", a.complaint, p.email
         FROM appointments a JOIN patients p ON p.id = a.patient_id`,
      )
      return rows
    },
  }
}

/** What the page keeps in this tab, in the order of the names. */
export const storedInTab = (page: Page) =>
  page.evaluate('Object.fromEntries(Object.entries(sessionStorage))') as Promise<Record<string, string>>
/** What stays on the device, without the clinic's public lists, which name nobody (src/offline/public-lists.ts). */
export const namesOnDevice = (page: Page) =>
  page.evaluate(`Object.keys(localStorage).filter((name) => name !== 'publicLists')`)

export const contactField = (page: Page) => page.getByLabel('Clinic ID or registered email')
export const codeField = (page: Page) => page.getByLabel('Enter OTP')
export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })
export const verify = (page: Page) => page.getByRole('button', { name: 'Verify', exact: true })
export const newCode = (page: Page) => page.getByRole('button', { name: 'Send a new code' })
export const detailsHeading = (page: Page) => page.getByRole('heading', { name: 'Confirm Details' })

/** Answers 'Yes' and asks for a code. */
export async function askForCode(page: Page, typed: string): Promise<void> {
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await contactField(page).fill(typed)
  await confirm(page).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await verify(page).click()
}

/** From the open page to 'Confirm Details', by clinic id and mail. */
export async function verifyAs(
  page: Page,
  patients: Pick<Patients, 'mailedCode'>,
  patient: Registered,
  mails = 1,
): Promise<void> {
  await askForCode(page, patient.clinicId)
  await enterCode(page, await patients.mailedCode(patient, mails))
  await expect(detailsHeading(page)).toBeVisible()
}
