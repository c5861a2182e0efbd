import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { type Answer, startClinic } from '../../../tests/support/clinic.ts'
import type { storeSignedIn } from '../../../tests/support/staff.ts'

const password = 'correct horse battery'
const next = 'seven quiet herons at noon'

let clinic: Awaited<ReturnType<typeof startClinic>>
let ada: Awaited<ReturnType<typeof storeSignedIn>>
beforeAll(async () => {
  clinic = await startClinic({ limits: true })
})
afterAll(() => clinic[Symbol.asyncDispose]())
let people = 0
beforeEach(async () => {
  people += 1
  ada = await clinic.signedIn({ username: `ada-${people}`, password })
})

const change = (body: object, bearer: Record<string, string> = ada.bearer): Promise<Answer> =>
  clinic.call('POST', '/api/auth/change-password', body, bearer)
const signIn = (typed: string) =>
  clinic.call('POST', '/api/auth/signin', { username: ada.username, password: typed })
const session = (bearer: Record<string, string>) => clinic.call('GET', '/api/auth/session', undefined, bearer)

describe('changing one’s own password', () => {
  it('takes the current and the new one, ends every session, and notifies the owner by mail', async () => {
    const elsewhere = {
      authorization: `Bearer ${((await signIn(password)).body.data as { token: string }).token}`,
    }
    expect(await change({ current: password, password: next })).toMatchObject({ status: 200 })
    for (const bearer of [ada.bearer, elsewhere]) expect(await session(bearer)).toMatchObject({ status: 401 })
    expect(await signIn(password)).toMatchObject({ status: 401 })
    expect(await signIn(next)).toMatchObject({ status: 200 })

    const { pool } = clinic.database
    const { rows: trail } = await pool.query(
      `SELECT staff_id, subject_id FROM audit_log WHERE action = 'staff.password_changed' AND subject_id = $1`,
      [ada.id],
    )
    expect(trail).toEqual([{ staff_id: ada.id, subject_id: ada.id }])
    const { rows: jobs } = await pool.query(
      `SELECT data ->> 'kind' AS kind FROM pgboss.job WHERE data ->> 'subjectId' = $1`,
      [ada.id],
    )
    expect(jobs).toEqual([{ kind: 'password_changed' }])
  })

  it('sends that mail, with the time of the change', async () => {
    await using withMail = await startClinicWithMail()
    const eve = await withMail.signedIn({ username: 'eve', password })
    await withMail.call(
      'POST',
      '/api/auth/change-password',
      { current: password, password: next },
      eve.bearer,
    )
    expect(await withMail.deliver()).toEqual(['sent'])
    expect(withMail.received.at(-1)?.raw).toContain('Your password was changed')
  })

  it('without the current one changes nothing and ends nothing', async () => {
    const refused = await change({ current: 'wrong horse battery', password: next })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { current: "That's not your current password." } },
    })
    expect(await session(ada.bearer)).toMatchObject({ status: 200 })
    expect(await signIn(password)).toMatchObject({ status: 200 })
  })

  it('refuses a new one that is easy to guess, at its field', async () => {
    const refused = await change({ current: password, password: 'password-2026' })
    expect(refused).toMatchObject({ status: 400, body: { errors: { password: expect.any(String) } } })
    expect(await session(ada.bearer)).toMatchObject({ status: 200 })
  })

  it('is no way to guess the current one: ten tries in an hour, then those of a stranger', async () => {
    for (let i = 0; i < 15; i++) await change({ current: 'wrong horse battery', password: next })
    expect(await change({ current: password, password: next })).toMatchObject({ status: 429 })
    expect(await signIn(password)).toMatchObject({ status: 429 })
  })

  it('twice at once succeeds once', async () => {
    const answers = await Promise.all([
      change({ current: password, password: next }),
      change({ current: password, password: 'eleven loud geese at dusk' }),
    ])
    // The second request has a wrong present password, or no session any more.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is not for the portal, nor for an account without a password', async () => {
    expect(await change({ current: password, password: next }, {})).toMatchObject({ status: 403 })
    const eve = await clinic.signedIn({ username: `eve-${people}` })
    expect(await change({ current: password, password: next }, eve.bearer)).toMatchObject({ status: 400 })
  })
})
