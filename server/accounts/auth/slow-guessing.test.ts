import { beforeEach, describe, expect, it } from 'vitest'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { solved } from '../../../tests/support/proof.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { password, startWithAda, watchPasswords } from './sign-in.fixture.ts'

const passwords = watchPasswords()
beforeEach(passwords.forget)

describe('guessing a password', () => {
  const wrong = { password: 'wrong horse battery' }

  it('is refused after 5 failures: the 6th try has to wait, even a right one', async () => {
    await using clinic = await startWithAda({ limits: true })
    for (let i = 0; i < 5; i++) expect(await clinic.signIn(wrong)).toMatchObject({ status: 401 })
    const sixth = await clinic.signIn({ username: ' Ada ' })
    expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    const wait = Number(sixth.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300)
    expect(passwords.compared()).toHaveLength(5)

    expect(await clinic.signIn({}, '10.0.0.2'), 'from another address').toMatchObject({ status: 200 })
    await storeStaff(clinic.database.pool, { username: 'eve', password })
    expect(await clinic.signIn({ username: 'eve' }), 'another user').toMatchObject({ status: 200 })

    await clinic.database.pool.query('UPDATE rate_limits SET expire = 0')
    expect(await clinic.signIn(), 'when the time is over').toMatchObject({ status: 200 })
  })

  it('is slowed for names that do not exist as well', async () => {
    await using clinic = await startWithAda({ limits: true })
    const nobody = { username: 'nobody' }
    for (let i = 0; i < 5; i++) expect(await clinic.signIn(nobody)).toMatchObject({ status: 401 })
    expect(await clinic.signIn(nobody)).toMatchObject({ status: 429 })
  })

  it('starts from zero after a success', async () => {
    await using clinic = await startWithAda({ limits: true })
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await clinic.signIn(wrong)
      expect(await clinic.signIn()).toMatchObject({ status: 200 })
    }
  })

  it('with many tries at once gets 5 checked and no more', async () => {
    await using clinic = await startWithAda({ limits: true })
    const answers = await Promise.all(Array.from({ length: 15 }, () => clinic.signIn(wrong)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401), count(429)]).toEqual([5, 10])
    expect(passwords.compared()).toHaveLength(5)
  })

  it('is distinguished from right sign-ins of one person on many devices at once', async () => {
    await using clinic = await startWithAda({ limits: true })
    const answers = await Promise.all(Array.from({ length: 15 }, () => clinic.signIn()))
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
  })

  // 200 wrong passwords for one account from 200 networks were never slowed before.
  it.each([{ username: 'ada' }, { username: 'nobody' }])(
    'at $username costs a proof of work after 20 wrong passwords from as many addresses',
    async ({ username }) => {
      await using clinic = await startWithAda({ limits: true })
      const from = (i: number, typed: string, headers = {}) =>
        clinic.call('POST', '/api/auth/signin', { username, password: typed }, headers, `10.1.0.${i}`)
      for (let i = 0; i < 20; i++) expect(await from(i, wrong.password)).toMatchObject({ status: 401 })
      const asked = await from(20, password)
      expect(asked).toMatchObject({ status: 428, body: { code: 'proof_required', data: { parameters: {} } } })
      expect(passwords.compared(), 'nothing is compared without a proof').toHaveLength(20)

      const proof = solved(asked)
      expect(await from(21, wrong.password, proof)).toMatchObject({ status: 401 })
      expect(await from(22, password, proof), 'a proof is one try').toMatchObject({ status: 428 })
      const right = await from(23, password, solved(await from(23, password)))
      expect(right).toMatchObject({ status: username === 'ada' ? 200 : 401 })
    },
  )

  it('takes no proof that was found for another name', async () => {
    await using clinic = await startWithAda({ limits: true })
    const from = (i: number, username: string, headers = {}) =>
      clinic.call('POST', '/api/auth/signin', { username, ...wrong }, headers, `10.1.0.${i}`)
    for (let i = 0; i < 20; i++) await Promise.all(['ada', 'eve'].map((name) => from(i, name)))
    const proof = solved(await from(20, 'eve'))
    expect(await from(20, 'ada', proof)).toMatchObject({ status: 428 })
    expect(await from(20, 'eve', proof), 'what is for eve is still there').toMatchObject({ status: 401 })
  })

  it('is refused for one name after 600 in an hour, proofs or not', async () => {
    await using clinic = await startWithAda({ limits: true })
    await clinic.signIn(wrong)
    const { rowCount } = await clinic.database.pool.query(
      `UPDATE rate_limits SET points = 599 WHERE key LIKE 'sign-in-name:%'`,
    )
    expect(rowCount).toBe(1)
    const from = (i: number, headers = {}) =>
      clinic.call('POST', '/api/auth/signin', { username: 'ada', ...wrong }, headers, `10.1.0.${i}`)
    expect(await from(0)).toMatchObject({ status: 428 })
    await clinic.database.pool.query(`UPDATE rate_limits SET points = 600 WHERE key LIKE 'sign-in-name:%'`)
    const refused = await from(1)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  })

  it('is reported to the owner by mail, once a day', async () => {
    await using clinic = await startClinicWithMail({ limits: true })
    // No admin, who would get an alarm as well.
    const ada = await storeStaff(clinic.pool, { password, type: 'staff' })
    const guess = (i: number, username = 'ada') =>
      clinic.call('POST', '/api/auth/signin', { username, ...wrong }, {}, `10.1.0.${i}`)
    const told = async () => (await clinic.waiting()).map(({ kind, subjectId }) => ({ kind, subjectId }))
    for (let i = 0; i < 20; i++) await guess(i)
    expect(await told()).toEqual([])
    for (let i = 20; i < 24; i++) await guess(i)
    await expect.poll(told).toEqual([{ kind: 'guessing', subjectId: ada.id }])
    expect(await clinic.deliver()).toEqual(['sent'])
    expect(clinic.received.at(-1)?.raw).toContain('Someone is guessing your password')

    clinic.pass(24 * 60)
    await guess(25)
    await expect.poll(told).toHaveLength(1)
  })

  it('through all the names from one address is stopped too', async () => {
    await using clinic = await startWithAda({ limits: true })
    const from = (caller: string) => clinic.signIn({}, caller)
    expect(await from('10.0.0.9')).toMatchObject({ status: 200 })
    // The failures allowed per address, over all users; the rows are those of the limit itself.
    const { rowCount } = await clinic.database.pool.query(
      `UPDATE rate_limits SET points = 100 WHERE key LIKE 'sign-in-address:%'`,
    )
    expect(rowCount).toBe(1)
    expect(await from('10.0.0.9')).toMatchObject({ status: 429 })
    expect(await from('10.0.0.8')).toMatchObject({ status: 200 })
  })

  it('does not count a password that could not be checked', async () => {
    await using clinic = await startWithAda({ limits: true })
    const { pool } = clinic.database
    await pool.query('ALTER TABLE sessions RENAME TO away')
    for (let i = 0; i < 6; i++) expect(await clinic.signIn()).toMatchObject({ status: 500 })
    await pool.query('ALTER TABLE away RENAME TO sessions')
    expect(await clinic.signIn()).toMatchObject({ status: 200 })
  })
})
