import { describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { STAFF_TYPES } from '../../../domain/staff.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { DEMO_SIGN_IN, storeDemoStaff } from '../../operations/demo/staff.ts'
import { createPool } from '../../platform/db/pool.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { staffUser } from '../auth/staff-user.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const settings = { username: 'boss', email: 'Boss@Example.com', password: 'a small green kettle' }
const now = new Date('2030-03-04T07:00:00+01:00')
const facts = { now, secondFactor: { types: [], origin: () => 'http://localhost:3000' } }
const stored = async ({ pool }: TestDatabase) =>
  (await pool.query('SELECT username, email, email_key, type, location FROM staff')).rows

describe('the first admin', () => {
  it('comes from the settings, signs in with their password, and is in the audit trail', async () => {
    await using database = await testDatabase()
    const made = await ensureFirstAdmin(database.pool, settings, clinic)
    expect(made).toEqual({ username: 'boss', madePassword: undefined })
    expect(await stored(database)).toEqual([
      {
        username: 'boss',
        email: 'Boss@Example.com',
        email_key: 'boss@example.com',
        type: 'admin',
        location: null,
      },
    ])
    const { password } = settings
    const signedIn = await signIn(database.pool, { username: 'boss', password }, facts)
    expect(staffUser((signedIn as SignedIn).staff)).toMatchObject({
      type: 'admin',
      displayName: 'Dr. Clinic Admin',
    })
    const { rows } = await database.pool.query('SELECT staff_id, action, details FROM audit_log ORDER BY id')
    expect(rows[0]).toEqual({
      staff_id: null,
      action: 'staff.added',
      details: { by: 'first_start', type: 'admin' },
    })
  })

  it('gets a generated password when there is none, printed once', async () => {
    await using database = await testDatabase()
    const { pool } = database
    const made = await ensureFirstAdmin(pool, { ...settings, password: undefined }, clinic)
    const password = made?.madePassword ?? ''
    expect(password).toMatch(/^[a-z]{4,8}(-[a-z]{4,8}){4}$/)
    expect(await signIn(pool, { username: 'boss', password }, facts)).not.toBeNull()
    expect(JSON.stringify((await pool.query('SELECT * FROM staff')).rows)).not.toContain(password)
    expect(await ensureFirstAdmin(pool, { ...settings, password: undefined }, clinic)).toBeNull()
  })

  it('is created once by several servers that start at the same time', async () => {
    await using database = await testDatabase()
    const pools = Array.from({ length: 4 }, () => createPool(database.url, 2))
    const made = await Promise.all(
      pools.map((pool, i) => ensureFirstAdmin(pool, { ...settings, username: `boss${i}` }, clinic)),
    )
    expect(made.filter((each) => each !== null)).toHaveLength(1)
    expect(await stored(database)).toHaveLength(1)
    await Promise.all(pools.map((pool) => pool.end()))
  })

  it.each([
    { state: 'active', disabledAt: null },
    { state: 'disabled', disabledAt: now },
  ])('is not created where there is an admin, $state or not, and nothing changes there', async (row) => {
    await using database = await testDatabase()
    await storeStaff(database.pool, { username: 'ada', type: 'admin' })
    await database.pool.query('UPDATE staff SET disabled_at = $1', [row.disabledAt])
    const before = (await database.pool.query('SELECT * FROM staff')).rows
    expect(await ensureFirstAdmin(database.pool, { ...settings, username: 'ada' }, clinic)).toBeNull()
    expect((await database.pool.query('SELECT * FROM staff')).rows).toEqual(before)
  })

  it('needs a password that is hard to guess', async () => {
    await using database = await testDatabase()
    const { pool } = database
    const refused = ensureFirstAdmin(pool, { ...settings, password: 'password1234' }, clinic)
    await expect(refused).rejects.toThrow('ADMIN_PASSWORD is too easy to guess. Set another one.')
    expect(await stored(database)).toEqual([])
  })

  it.each([
    { setting: 'ADMIN_USERNAME', taken: { username: 'boss' } },
    { setting: 'ADMIN_EMAIL', taken: { username: 'eve', email: 'boss@example.com' } },
  ])(
    'is refused with a message when $setting belongs to an account that is no admin',
    async ({ setting, taken }) => {
      await using database = await testDatabase()
      await storeStaff(database.pool, { ...taken, type: 'staff' })
      await expect(ensureFirstAdmin(database.pool, settings, clinic)).rejects.toThrow(
        `There is no admin yet, and ${setting} belongs to someone who is none. Set another one.`,
      )
    },
  )
})

it('the demonstration has one account of each type, with the documented password', async () => {
  await using database = await testDatabase()
  await storeDemoStaff(database.pool, clinic)
  await storeDemoStaff(database.pool, clinic)
  const accounts = await stored(database)
  expect(accounts.map(({ type }) => type).sort()).toEqual([...STAFF_TYPES].sort())
  for (const { username } of accounts) {
    expect(await signIn(database.pool, { ...DEMO_SIGN_IN, username }, facts)).not.toBeNull()
  }
  const signedIn = await signIn(database.pool, DEMO_SIGN_IN, facts)
  expect(staffUser((signedIn as SignedIn).staff)).toMatchObject({
    displayName: 'Dr. Amara Nwosu',
    location: 'fct',
    type: 'admin',
  })
})
