import { expect, onTestFinished } from 'vitest'
import type { OidcSettings } from '../../server/platform/config/config.ts'
import { startClinic, type TestOptions } from './clinic.ts'
import { CLIENT, type ProviderOptions, startOpenIdProvider, type Vouched } from './open-id-provider.ts'
import { storeStaff } from './staff.ts'

export const redirectUri = 'https://book.example.com/api/auth/oidc/callback'
/** The provider's claims about the staff member that `startBoth` stores. */
export const ada: Vouched = { email: 'Ada@Example.com', email_verified: true }

type Setting = {
  provider?: Partial<ProviderOptions>
  clinic?: TestOptions
  clientSecret?: string | undefined
  oidc?: Partial<OidcSettings>
}

/** A clinic whose staff member Ada may sign in at a provider; both stop after the test. */
export async function startBoth(setting: Setting = {}) {
  const provider = await startOpenIdProvider({ redirectUri, ...setting.provider })
  onTestFinished(provider.close)
  const clinic = await clinicFor(provider.issuer, setting)
  const staff = await storeStaff(clinic.database.pool, { email: 'ada@example.com' })
  return { ...tab(clinic), provider, clinic, staff, pool: clinic.database.pool }
}

export async function clinicFor(issuer: string, setting: Setting = {}) {
  const clientSecret = 'clientSecret' in setting ? setting.clientSecret : CLIENT.secret
  const client = { clientId: CLIENT.id, clientSecret, asksSecondFactor: false }
  const oidc = { issuer, name: 'Clinic account', redirectUri, ...client, ...setting.oidc }
  const clinic = await startClinic({ oidc, ...setting.clinic })
  onTestFinished(() => clinic[Symbol.asyncDispose]())
  return clinic
}

/** The calls of one browser tab. */
export function tab(clinic: Awaited<ReturnType<typeof startClinic>>) {
  return {
    start: async () => {
      const answer = await clinic.call('POST', '/api/auth/oidc/start')
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
      return answer.body.data as { url: string; secret: string }
    },
    comeBack: async (to: URL) => {
      const answer = await clinic.app.request(to.pathname + to.search)
      expect(answer.status).toBe(302)
      expect(await answer.text()).toBe('')
      const [page, outcome] = answer.headers.get('location')?.split('#') ?? []
      expect(page).toBe('/login/return')
      return { headers: answer.headers, ...Object.fromEntries(new URLSearchParams(outcome)) } as {
        headers: Headers
        code?: string
        error?: string
      }
    },
    finish: (code: string | undefined, secret: string) =>
      clinic.call('POST', '/api/auth/oidc/finish', { code, secret }),
  }
}

export const countOf = async (
  pool: { query(text: string): Promise<{ rows: { n: number }[] }> },
  table: string,
) => (await pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n
