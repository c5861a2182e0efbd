import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startClinicWithMail, tokenFor } from '../../../tests/support/account-mails.ts'
import { storeStaff } from '../../../tests/support/staff.ts'

const password = 'correct horse battery'
const next = 'seven quiet herons at noon'

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
let ada: Awaited<ReturnType<typeof clinic.signedIn>>
beforeEach(async () => {
  clinic = await startClinicWithMail({ limits: true })
  ada = await clinic.signedIn({ password })
})
afterEach(() => clinic[Symbol.asyncDispose]())

const invitation = {
  email: 'eve@example.com',
  surname: 'Eze',
  other_names: 'Eve',
  type: 'admin',
  location: null,
}
const invite = (more: object = {}) =>
  clinic.call('POST', '/api/staff/invites', { ...invitation, ...more }, ada.bearer)
const prove = (typed: string) => clinic.call('POST', '/api/auth/prove', { password: typed }, ada.bearer)
const needsProof = { status: 403, body: { code: 'fresh_proof_required' } }

describe('a stolen session', () => {
  const CALLS = [
    { name: 'inviting', method: 'POST', path: '/api/staff/invites', body: invitation },
    {
      name: 'changing what somebody may',
      method: 'PUT',
      path: '/api/staff/2f1b9b3e-3d0c-4b5e-9a57-1f6f6b1f0a11/access',
      body: { type: 'admin', locations: ['fct'] },
    },
    { name: 'the export', method: 'POST', path: '/api/appointments/all/export', body: undefined },
    { name: 'signing out everywhere', method: 'DELETE', path: '/api/auth/sessions', body: undefined },
    {
      name: 'ending one session',
      method: 'DELETE',
      path: '/api/auth/sessions/2f1b9b3e-3d0c-4b5e-9a57-1f6f6b1f0a11',
      body: undefined,
    },
  ]
  // On the version before, a session was enough, however it had been come by.
  it.each(CALLS)(
    'is refused without a proof of the last 10 minutes: $name',
    async ({ method, path, body }) => {
      clinic.pass(11)
      expect(await clinic.call(method, path, body, ada.bearer)).toMatchObject(needsProof)
    },
  )

  it('can check a file for the import, and not store it', async () => {
    clinic.pass(11)
    const send = (query: string) =>
      clinic.call('POST', `/api/patients/import${query}`, 'clinic_id,first_name,last_name\n', {
        ...ada.bearer,
        'content-type': 'text/csv',
      })
    expect(await send('')).toMatchObject(needsProof)
    expect((await send('?dryRun=1')).body.code).not.toBe('fresh_proof_required')
  })

  it('continues after the password, for 10 minutes, in this session alone', async () => {
    const other = await clinic.call('POST', '/api/auth/signin', { username: 'ada', password })
    const { token } = other.body.data as { token: string }
    clinic.pass(11)
    expect(await prove('wrong horse battery')).toMatchObject({
      status: 400,
      body: { errors: { password: "That's not your current password." } },
    })
    expect(await invite()).toMatchObject(needsProof)
    expect(await prove(password)).toMatchObject({ status: 200 })
    expect(await invite()).toMatchObject({ status: 201 })
    const elsewhere = { authorization: `Bearer ${token}` }
    expect(await clinic.call('POST', '/api/staff/invites', invitation, elsewhere)).toMatchObject(needsProof)
    clinic.pass(10)
    expect(await invite()).toMatchObject({ status: 201 })
    clinic.pass(1)
    expect(await invite()).toMatchObject(needsProof)
  })

  it('is no way to guess the password', async () => {
    for (let i = 0; i < 15; i++) expect(await prove('wrong horse battery')).toMatchObject({ status: 400 })
    expect(await prove(password)).toMatchObject({ status: 429 })
  })

  it('has no proof from a sign-in before this rule, nor from one while the clock was ahead', async () => {
    await clinic.pool.query('UPDATE sessions SET proven_at = NULL')
    expect(await invite()).toMatchObject(needsProof)
    await clinic.pool.query(`UPDATE sessions SET proven_at = '2031-01-01'`)
    expect(await invite()).toMatchObject(needsProof)
  })
})

describe('an admin who was invited with a stolen session', () => {
  // On the version before, their invitation survived the owner's new password.
  it('loses the invitation when its owner changes the password', async () => {
    await invite()
    await clinic.deliver()
    const token = tokenFor(clinic.received, invitation.email)
    await clinic.call('POST', '/api/auth/change-password', { current: password, password: next }, ada.bearer)
    const late = { invite: token, email: invitation.email, password: 'eleven green herons' }
    expect(await clinic.call('POST', '/api/auth/register', late)).toMatchObject({
      status: 400,
      body: { code: 'link_spent' },
    })
    expect(await clinic.audited()).toContainEqual(
      expect.objectContaining({ action: 'staff.invitation_withdrawn', by: ada.id }),
    )
  })

  it('is reported to all other admins by mail, and audited', async () => {
    await storeStaff(clinic.pool, { username: 'chidi', type: 'staff' })
    const gone = await storeStaff(clinic.pool, { username: 'gone' })
    await clinic.pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [gone.id])
    await storeStaff(clinic.pool, { username: 'bisi' })
    await invite()
    await clinic.deliver()
    const token = tokenFor(clinic.received, invitation.email)
    const taken = { invite: token, email: invitation.email, password: 'eleven green herons', username: 'eve' }
    expect(await clinic.call('POST', '/api/auth/register', taken)).toMatchObject({ status: 201 })
    const before = clinic.received.length
    expect(await clinic.deliver()).toEqual(['sent', 'sent'])
    const mails = clinic.received.slice(before)
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bisi@example.com'])
    for (const { raw } of mails) expect(raw).toContain('Eve Eze (eve)')
    expect(await clinic.audited()).toContainEqual(
      expect.objectContaining({
        action: 'staff.registered',
        details: expect.objectContaining({ type: 'admin' }),
      }),
    )
  })

  it('is reported as well when an account becomes an admin’s', async () => {
    const chidi = await storeStaff(clinic.pool, { username: 'chidi', type: 'staff' })
    await storeStaff(clinic.pool, { username: 'bisi' })
    const access = { type: 'admin', locations: ['fct'] }
    expect(await clinic.call('PUT', `/api/staff/${chidi.id}/access`, access, ada.bearer)).toMatchObject({
      status: 200,
    })
    expect((await clinic.waiting()).map(({ kind }) => kind)).toEqual(['alarm', 'alarm'])
    expect(await clinic.audited()).toContainEqual(
      expect.objectContaining({ action: 'alarm.new_admin', subject: chidi.id }),
    )
  })

  it('is not reported where the account is no new admin', async () => {
    await invite({ type: 'staff' })
    await clinic.deliver()
    const token = tokenFor(clinic.received, invitation.email)
    const taken = { invite: token, email: invitation.email, password: 'eleven green herons' }
    expect(await clinic.call('POST', '/api/auth/register', taken)).toMatchObject({ status: 201 })
    expect(await clinic.waiting()).toEqual([])
  })
})
