import { describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { storeSignedIn, storeStaff } from '../../../tests/support/staff.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { findSession } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { parseCommand, runCommand } from './operator-command.ts'

const now = new Date('2030-03-04T07:00:00+01:00')
const facts = { now, secondFactor: { types: [], origin: () => 'http://localhost:3000' } }
const ada = ['add', ' Ada.Obi', 'Ada@Example.com', '--surname', 'Obi', '--other-names', 'Ada']

describe('the arguments of the operator’s command', () => {
  it.each([
    { args: ['list'], command: { name: 'list' } },
    { args: ['disable', 'ADA'], command: { name: 'disable', username: 'ada' } },
    { args: ['reset-factor', 'ada'], command: { name: 'reset-factor', username: 'ada' } },
    { args: ['enable', 'ada'], command: { name: 'enable', username: 'ada' } },
    {
      args: ['reset-password', 'ada', '--password-stdin'],
      command: { name: 'reset-password', username: 'ada', typed: true },
    },
    {
      args: ada,
      command: {
        name: 'add',
        typed: false,
        account: {
          username: 'ada.obi',
          email: 'Ada@Example.com',
          surname: 'Obi',
          otherNames: 'Ada',
          type: 'staff',
          locations: [],
          doctorId: null,
        },
      },
    },
    {
      args: [...ada, '--type', 'admin', '--location=Lagos'],
      command: { account: { type: 'admin', locations: ['lag'] } },
    },
  ])('are understood: $args', ({ args, command }) => {
    expect(parseCommand(args, clinic)).toMatchObject(command)
  })

  it.each([
    { args: [], says: 'Say what to do.' },
    { args: ['delete', 'ada'], says: "There is no command 'delete'." },
    { args: ['toString'], says: "There is no command 'toString'." },
    { args: ['list', 'ada'], says: "'list' takes other words than these." },
    { args: ['disable'], says: "'disable' takes other words than these." },
    {
      args: ['reset-password', 'ada', 'hunter22hunter'],
      says: "'reset-password' takes other words than these.",
    },
    { args: ['disable', 'ada', '--type', 'admin'], says: "'disable' takes no --type." },
    { args: ['add', 'ada', '--surname', 'Obi'], says: "'add' takes other words than these." },
    { args: ada.slice(0, 5), says: '--other-names: Please fill in this field.' },
    { args: [...ada, '--password', 'x'], says: "Unknown option '--password'." },
    { args: [...ada, '--type', 'boss'], says: '--type: Please choose one of the types.' },
    { args: [...ada, '--location', 'Kano'], says: '--location: one of lag, fct, phc, or all.' },
    { args: [...ada.with(2, 'nobody')], says: /^email: Please enter an email address/ },
    { args: [...ada.with(1, 'a b')], says: /^username: Please use 2 to 40/ },
  ])('are refused: $args ($says)', ({ args, says }) => {
    expect(() => parseCommand(args, clinic)).toThrow(says)
  })
})

describe('the operator', () => {
  async function start() {
    const database = await testDatabase()
    const run = async (args: readonly string[], typed = '') => {
      const said: string[] = []
      const surroundings = {
        pool: database.pool,
        clinic,
        now,
        readPassword: async () => typed,
        say: (line: string) => said.push(line),
      }
      await runCommand(parseCommand(args, clinic), surroundings)
      return said.join('\n')
    }
    const trail = async () =>
      (await database.pool.query('SELECT staff_id, action, details FROM audit_log ORDER BY id')).rows
    return { ...database, run, trail, [Symbol.asyncDispose]: database.close }
  }
  const passwordIn = (said: string) => /shown this once: (\S+)$/.exec(said)?.[1] ?? ''

  it('adds an account whose password is made and shown', async () => {
    await using on = await start()
    const password = passwordIn(await on.run([...ada, '--type', 'admin', '--location', 'fct']))
    const signedIn = await signIn(on.pool, { username: 'ada.obi', password }, facts)
    expect((signedIn as SignedIn).staff).toMatchObject({ type: 'admin', locations: ['fct'], surname: 'Obi' })
    expect((await on.trail())[0]).toEqual({
      staff_id: null,
      action: 'staff.added',
      details: { by: 'operator', type: 'admin' },
    })
  })

  it('adds an account with a password of their own, which is not shown', async () => {
    await using on = await start()
    const password = 'a small green kettle'
    expect(await on.run([...ada, '--password-stdin'], password)).toBe('ada.obi can sign in now.')
    expect(await signIn(on.pool, { username: 'ada.obi', password }, facts)).not.toBeNull()
  })

  it.each([
    { typed: 'too short', says: 'Please use at least 12 characters.' },
    { typed: '', says: 'Please Enter Your Password' },
    {
      typed: 'password1234',
      says: 'This password is too easy to guess. Try three or four unrelated words.',
    },
    {
      typed: 'ada.obi-2030',
      says: "Please don't use names, the clinic or its places: they're guessed first. Try three or four other words.",
    },
  ])('cannot set the password "$typed"', async ({ typed, says }) => {
    await using on = await start()
    await expect(on.run([...ada, '--password-stdin'], typed)).rejects.toThrow(says)
    expect(await on.trail()).toEqual([])
  })

  it('sees which of the two someone else has', async () => {
    await using on = await start()
    await on.run(ada)
    await expect(on.run(ada.with(2, 'new@example.com'))).rejects.toThrow('Someone has this username already.')
    await expect(on.run(ada.with(1, 'ada2'))).rejects.toThrow('Someone has this email already.')
    expect(await on.trail()).toHaveLength(1)
  })

  it('disables an account, ending its sessions for good, and enables it again; each is audited once', async () => {
    await using on = await start()
    const eve = await storeSignedIn(on.pool, now, { username: 'eve' })
    await storeStaff(on.pool, { username: 'ada' })
    expect(await on.run(['disable', 'eve'])).toBe('eve can no longer sign in.')
    await on.run(['disable', 'eve'])
    expect(await findSession(on.pool, eve.token, now)).toBeNull()
    expect(await on.run(['enable', 'eve'])).toBe('eve can sign in again.')
    expect(await findSession(on.pool, eve.token, now), 'the old session').toBeNull()
    expect(await on.trail()).toEqual([
      { staff_id: null, action: 'staff.disabled', details: { by: 'operator' } },
      { staff_id: null, action: 'staff.enabled', details: { by: 'operator' } },
    ])
  })

  it('sees a warning when no admin is left', async () => {
    await using on = await start()
    await storeStaff(on.pool, { username: 'ada', type: 'admin' })
    await storeStaff(on.pool, { username: 'eve', type: 'staff' })
    expect(await on.run(['disable', 'eve'])).not.toContain('Mind')
    expect(await on.run(['disable', 'ada'])).toContain('Mind that no admin is left who can sign in.')
  })

  it('resets a password: the old one, every session and every pending link are invalid', async () => {
    await using on = await start()
    const old = 'correct horse battery'
    const eve = await storeSignedIn(on.pool, now, { username: 'eve', password: old })
    await on.pool.query(
      `INSERT INTO password_resets (id, email_key, staff_id, token_hash, created_at, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'hash', $3, $3)`,
      [eve.email, eve.id, now],
    )
    const password = passwordIn(await on.run(['reset-password', 'eve']))
    expect(await signIn(on.pool, { username: 'eve', password: old }, facts)).toBeNull()
    expect(await findSession(on.pool, eve.token, now)).toBeNull()
    expect((await on.pool.query('SELECT 1 FROM password_resets WHERE used_at IS NULL')).rowCount).toBe(0)
    expect(await signIn(on.pool, { username: 'eve', password }, facts)).not.toBeNull()
    expect((await on.trail())[0]).toEqual({
      staff_id: null,
      action: 'staff.password_reset',
      details: { by: 'operator' },
    })
  })

  it.each(['disable', 'enable', 'reset-password', 'reset-factor'])(
    'sees that there is no one to %s',
    async (name) => {
      await using on = await start()
      await expect(on.run([name, 'nobody'])).rejects.toThrow('There is no account with this username')
      expect(await on.trail()).toEqual([])
    },
  )

  it('lists every account in a table, without hashes', async () => {
    await using on = await start()
    const password = 'correct horse battery'
    await storeStaff(on.pool, { username: 'eve', type: 'staff', location: 'lag' })
    await storeStaff(on.pool, { username: 'ada', type: 'admin', password })
    await on.run(['disable', 'eve'])
    await signIn(on.pool, { username: 'ada', password }, facts)
    expect(await on.run(['list'])).toBe(
      [
        'username  name         email            type   locations  state     last sign-in (UTC)',
        'ada       Dt. Ada Obi  ada@example.com  admin  all        active    2030-03-04 06:00',
        'eve       Dt. Ada Obi  eve@example.com  staff  lag        disabled  never',
      ].join('\n'),
    )
  })
})
