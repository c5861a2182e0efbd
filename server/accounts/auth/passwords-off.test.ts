import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinicWithMail, tokenFor } from '../../../tests/support/account-mails.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { parseCommand, runCommand } from '../staff/operator-command.ts'
import { password, startWithAda } from './sign-in.fixture.ts'

it('only one admin can use a password where OIDC_ONLY is true, and every other name gets the same refusal', async () => {
  await using clinic = await startWithAda({ passwordsOnlyFor: 'admin' })
  await storeStaff(clinic.database.pool, { username: 'admin', password })
  const answers = []
  for (const username of ['ada', 'nobody']) {
    const { status, body } = await clinic.signIn({ username })
    answers.push(JSON.stringify({ status, body }))
  }
  expect(new Set(answers)).toHaveLength(1)
  expect(answers[0]).toContain('"status":403')
  expect(await clinic.signIn({ username: 'admin' })).toMatchObject({ status: 200 })

  const eve = await clinic.signedIn({ username: 'eve', password })
  const next = { current: password, password: 'seven quiet herons at noon' }
  for (const [path, body] of [
    ['/api/auth/prove', { password }],
    ['/api/auth/change-password', next],
  ] as const) {
    expect(await clinic.call('POST', path, body, eve.bearer)).toMatchObject({ status: 403 })
  }
})

describe('the setting OIDC_ONLY', () => {
  const OFF = { status: 403, body: { code: 'forbidden' } }
  const next = 'seven quiet herons at noon'

  it('makes invitations create accounts without a password', async () => {
    await using clinic = await startClinicWithMail({ passwordsOnlyFor: 'admin' })
    const admin = await clinic.signedIn({ username: 'admin', password })
    const eve = {
      email: 'eve@example.com',
      surname: 'Eze',
      other_names: 'Eve',
      type: 'staff',
      location: null,
    }
    expect(await clinic.call('POST', '/api/staff/invites', eve, admin.bearer)).toMatchObject({ status: 201 })
    await clinic.deliver()
    const invite = tokenFor(clinic.received, eve.email)
    const taken = { invite, email: eve.email, password: next }
    expect(await clinic.call('POST', '/api/auth/register', taken)).toMatchObject(OFF)
    const { rows } = await clinic.pool.query('SELECT used_at FROM invitations')
    expect(rows).toEqual([{ used_at: null }])
  })

  it('limits reset links to the one account, with the same answer for all', async () => {
    await using clinic = await startClinicWithMail({ passwordsOnlyFor: 'admin' })
    await storeStaff(clinic.pool, { username: 'admin', password })
    await storeStaff(clinic.pool, { username: 'ada', password })
    const answers = new Set<string>()
    for (const email of ['ada@example.com', 'nobody@example.com', 'admin@example.com']) {
      const { status, body } = await clinic.call('POST', '/api/auth/forgot-password', { email })
      answers.add(JSON.stringify({ status, body }))
    }
    expect(answers.size).toBe(1)
    expect((await clinic.deliver()).toSorted()).toEqual(['sent', 'skipped', 'skipped'])
    expect(clinic.received.flatMap(({ to }) => to)).toEqual(['admin@example.com'])
    const token = tokenFor(clinic.received, 'admin@example.com')
    const reset = { token, password: next }
    expect(await clinic.call('POST', '/api/auth/reset-password', reset)).toMatchObject({ status: 200 })
  })

  it('disables earlier reset links', async () => {
    await using before = await startClinicWithMail()
    await storeStaff(before.pool, { username: 'ada', password })
    await before.call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' })
    await before.deliver()
    const reset = { token: tokenFor(before.received, 'ada@example.com'), password: next }
    const database = { ...before.database, close: async () => {} } as never
    await using after = await startClinic({ passwordsOnlyFor: 'admin', database })
    expect(await after.call('POST', '/api/auth/reset-password', reset)).toMatchObject({
      status: 400,
      body: { code: 'link_spent' },
    })
  })

  it('lets the operator add accounts without a password, and set only the one account’s', async () => {
    await using database = await testDatabase()
    const says: string[] = []
    const run = (args: string[], typed = '') =>
      runCommand(parseCommand(args, clinicConfig), {
        pool: database.pool,
        clinic: clinicConfig,
        now: new Date('2030-03-04T07:00:00+01:00'),
        passwordsOnlyFor: 'admin',
        readPassword: async () => typed,
        say: (line) => void says.push(line),
      })
    const named = ['--surname', 'Obi', '--other-names', 'Ada']
    await run(['add', 'ada', 'ada@example.com', ...named])
    expect(says.splice(0)).toEqual(['ada can sign in with the provider now.'])
    await run(['add', 'admin', 'admin@example.com', ...named, '--type', 'admin'])
    expect(says.splice(0).join()).toMatch(/^admin can sign in now\.\nThe password, shown this once: /)
    await expect(run(['reset-password', 'ada'])).rejects.toThrow('OIDC_ONLY')
    await expect(run(['add', 'eve', 'eve@example.com', ...named, '--password-stdin'], next)).rejects.toThrow(
      'OIDC_ONLY',
    )
    await run(['reset-password', 'admin'])
    const { rows } = await database.pool.query(
      'SELECT username, password_hash IS NOT NULL AS has FROM staff ORDER BY username',
    )
    expect(rows).toEqual([
      { username: 'ada', has: false },
      { username: 'admin', has: true },
    ])
  })
})
