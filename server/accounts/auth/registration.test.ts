import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InviteStaffWire } from '../../../contract/staff.ts'
import { startClinicWithMail, tokenFor } from '../../../tests/support/account-mails.ts'
import { mailHeader, mailParts } from '../../../tests/support/mail-server.ts'
import { storeStaff } from '../../../tests/support/staff.ts'

const password = 'eleven green herons'
const email = 'Chidi.Eze@example.com'

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
let admin: Awaited<ReturnType<typeof clinic.signedIn>>
beforeEach(async () => {
  clinic = await startClinicWithMail()
  admin = await clinic.signedIn()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const invite = (more: Partial<InviteStaffWire> = {}) =>
  clinic.call(
    'POST',
    '/api/staff/invites',
    { email, surname: 'Eze', other_names: 'Chidi', type: 'staff', location: 'Abuja', ...more },
    admin.bearer,
  )
const register = (token: string, more: object = {}) =>
  clinic.call('POST', '/api/auth/register', { invite: token, email, password, ...more })

async function invited(more: Partial<InviteStaffWire> = {}): Promise<string> {
  expect(await invite(more)).toMatchObject({ status: 201 })
  expect((await clinic.deliver()).at(-1)).toBe('sent')
  return tokenFor(clinic.received, more.email ?? email)
}

const spent = { status: 400, body: { code: 'link_spent' } }

describe('an invitation', () => {
  it('creates an account for its holder, and signs them in', async () => {
    const token = await invited({ profession: 'Dentist' })
    const [mail] = clinic.received
    expect(mail?.to).toEqual([email])
    const [text] = mailParts(mail?.raw ?? '')
    expect(text?.content).toContain(`https://book.example.com/register#invite=${token}`)

    const answer = await register(token, { email: ' chidi.eze@EXAMPLE.com' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        data: {
          user: {
            username: 'chidi.eze',
            email,
            displayName: 'Dr. Chidi Eze',
            location: 'fct',
            type: 'staff',
            role: null,
            profession: 'Dentist',
          },
        },
      },
    })
    const { token: session, user } = answer.body.data as { token: string; user: { id: string } }
    const bearer = { authorization: `Bearer ${session}` }
    expect(await clinic.call('GET', '/api/auth/session', undefined, bearer)).toMatchObject({ status: 200 })
    expect(await clinic.call('GET', '/api/staff', undefined, bearer)).toMatchObject({ status: 403 })
    expect(await clinic.call('POST', '/api/auth/signin', { username: 'chidi.eze', password })).toMatchObject({
      status: 200,
    })

    const trail = (await clinic.audited()).map(({ by, action, kind, details }) => ({
      by,
      action,
      kind,
      details,
    }))
    const invitation = (await clinic.pool.query('SELECT id FROM invitations')).rows[0].id
    expect(trail.slice(0, 3)).toEqual([
      {
        by: admin.id,
        action: 'staff.invited',
        kind: 'invitation',
        details: { type: 'staff', locations: ['fct'] },
      },
      { by: user.id, action: 'staff.registered', kind: 'staff', details: { invitation, type: 'staff' } },
      { by: user.id, action: 'staff.signed_in', kind: 'staff', details: { by: 'invitation' } },
    ])
  })

  it('works once, also for many at the same moment', async () => {
    const token = await invited()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => register(token, { username: `chidi${n}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    expect(await register(token)).toMatchObject(spent)
    expect((await clinic.pool.query('SELECT 1 FROM staff')).rowCount).toBe(2)
  })

  it('is bound to the address it was sent to, and a tampered link is refused', async () => {
    const token = await invited()
    expect(await register(token, { email: 'thief@example.com' })).toMatchObject({
      ...spent,
      body: { message: 'This invitation is no longer valid for this address. Please request a new one.' },
    })
    expect(await register(`${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`)).toMatchObject(spent)
    expect(await register(token)).toMatchObject({ status: 201 })
  })

  it('is valid for 7 days from the sending', async () => {
    await invite()
    clinic.pass(60)
    await clinic.deliver()
    const token = tokenFor(clinic.received, email)
    clinic.pass(7 * 24 * 60 - 1)
    expect(await register(token, { password: 'chidi.eze 1234' })).toMatchObject({
      status: 400,
      body: { errors: { password: expect.stringContaining('use names, the clinic') } },
    })
    clinic.pass(1)
    expect(await register(token)).toMatchObject(spent)
  })

  it('ends when the address is invited again, and the new one has the latest data', async () => {
    const first = await invited()
    await invite()
    // Immediately, not only when the new mail is sent.
    expect(await register(first)).toMatchObject(spent)
    const second = await invited({ surname: 'Okoro', type: 'admin' })
    expect(await register(first)).toMatchObject(spent)
    expect(await register(second)).toMatchObject({
      status: 201,
      body: { data: { user: { surname: 'Okoro', type: 'admin' } } },
    })
  })

  it('sends one mail when it was replaced before the first was sent', async () => {
    await invite()
    await invite()
    expect(await clinic.deliver()).toEqual(['skipped', 'sent'])
  })

  it('is void while the admin who sent it is disabled', async () => {
    const token = await invited()
    const disable = (disabled: boolean) =>
      clinic.pool.query('UPDATE staff SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
        admin.id,
        disabled,
      ])
    await disable(true)
    expect(await register(token)).toMatchObject(spent)
    await disable(false)
    expect(await register(token)).toMatchObject({ status: 201 })
  })

  it('ends when it is withdrawn, sent or not', async () => {
    const token = await invited()
    const { id } = (await clinic.pool.query('SELECT id FROM invitations')).rows[0]
    const withdraw = () => clinic.call('DELETE', `/api/staff/invites/${id}`, undefined, admin.bearer)
    expect(await withdraw()).toMatchObject({ status: 200, body: { message: 'Invitation withdrawn.' } })
    expect(await register(token)).toMatchObject(spent)
    expect(await withdraw()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await clinic.audited()).at(-1)).toEqual({
      by: admin.id,
      action: 'staff.invitation_withdrawn',
      kind: 'invitation',
      subject: id,
      details: null,
    })
  })

  it('is reported as used when someone created the account another way', async () => {
    const token = await invited()
    await storeStaff(clinic.pool, { username: 'other', email: email.toLowerCase() })
    expect(await register(token)).toMatchObject({ status: 409, body: { code: 'already_staff' } })
  })

  it('keeps addresses and tokens out of jobs and logs', async () => {
    await invite()
    expect(JSON.stringify(await clinic.waiting())).not.toMatch(/@|token|chidi/i)
    await clinic.deliver()
    const token = tokenFor(clinic.received, email)
    await register(token)
    expect(clinic.logged()).toContain('mail handed to the mail server')
    expect(clinic.logged()).not.toMatch(/example\.com|herons|chidi|eze/i)
    expect(clinic.logged()).not.toContain(token)
    expect(mailHeader(clinic.received[0]?.raw ?? '', 'Subject')).not.toContain(token)
  })
})

describe('the username of a new account', () => {
  it('that was typed and is taken is refused at its field, and the invitation stays valid', async () => {
    const token = await invited()
    expect(await register(token, { username: ' ADA ' })).toMatchObject({
      status: 409,
      body: { code: 'username_taken', errors: { username: expect.any(String) } },
    })
    expect(await register(token, { username: 'Chidi' })).toMatchObject({
      status: 201,
      body: { data: { user: { username: 'chidi' } } },
    })
  })

  it('that was not typed gets a number where it is taken', async () => {
    await storeStaff(clinic.pool, { username: 'chidi.eze', email: 'a@example.com' })
    await storeStaff(clinic.pool, { username: 'chidi.eze2', email: 'b@example.com' })
    expect(await register(await invited(), { username: '' })).toMatchObject({
      status: 201,
      body: { data: { user: { username: 'chidi.eze3' } } },
    })
  })

  it('is two, for two people with the same name at the same moment', async () => {
    const others = 'chidi.eze@example.org'
    const [one, two] = [await invited(), await invited({ email: others })]
    const answers = await Promise.all([register(one), register(two, { email: others })])
    const names = answers.map(({ body }) => (body.data as { user: { username: string } }).user.username)
    expect(names.sort()).toEqual(['chidi.eze', 'chidi.eze2'])
  })
})
