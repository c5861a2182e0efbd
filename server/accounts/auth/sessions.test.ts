import { describe, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { createPool } from '../../platform/db/pool.ts'
import { bearerOf, password, patientToken, startWithAda } from './sign-in.fixture.ts'

describe('a session', () => {
  it('lasts 12 hours from its last use', async () => {
    await using clinic = await startWithAda()
    const bearer = bearerOf(await clinic.signIn())
    clinic.pass(11 * 60 + 59)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 200 })
    clinic.pass(11 * 60 + 59)
    expect(await clinic.get('/token/test', bearer)).toMatchObject({ status: 200 })
    clinic.pass(12 * 60)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 401 })
  })

  it('ends 7 days after the sign-in, however much it is used', async () => {
    await using clinic = await startWithAda()
    const bearer = bearerOf(await clinic.signIn())
    for (let halfDay = 1; halfDay < 15; halfDay++) {
      clinic.pass(12 * 60 - 1)
      expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 200 })
    }
    const last = await clinic.expiry()
    await clinic.get('/auth/session', bearer)
    expect(await clinic.expiry()).toEqual(last)
    clinic.pass(14)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 401 })
  })

  it('survives a clock that is set back by minutes, and has ended when it began days ahead of it', async () => {
    await using clinic = await startWithAda()
    const bearer = bearerOf(await clinic.signIn())
    clinic.pass(-5)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 200 })
    clinic.pass(-5 * 24 * 60)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 401 })
  })

  it('is written at most every 5 minutes', async () => {
    await using clinic = await startWithAda()
    const bearer = bearerOf(await clinic.signIn())
    const atFirst = await clinic.expiry()
    clinic.pass(4)
    await clinic.get('/auth/session', bearer)
    expect(await clinic.expiry()).toEqual(atFirst)
    clinic.pass(1)
    await clinic.get('/auth/session', bearer)
    expect((await clinic.expiry()).getTime() - atFirst.getTime()).toBe(5 * 60_000)
  })

  it.each([
    ['cut short', (token: string) => token.slice(0, -1)],
    ['with one letter changed', (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    ['made longer', (token: string) => `${token}A`],
    ['in other capitals', (token: string) => token.toLowerCase()],
    ['that never was', () => 'A'.repeat(43)],
    ['that is a hash in the table', () => ''],
  ])('is not opened by a token %s', async (_, tamper) => {
    await using clinic = await startWithAda()
    const { token } = (await clinic.signIn()).body.data as { token: string }
    const { rows } = await clinic.database.pool.query('SELECT token_hash FROM sessions')
    const authorization = `Bearer ${tamper(token) || rows[0].token_hash}`
    expect(await clinic.get('/auth/session', { authorization })).toMatchObject({ status: 401 })
    expect(await clinic.get('/token/test', { authorization })).toMatchObject({ status: 401 })
  })

  it('ends at once when the person is disabled', async () => {
    await using clinic = await startWithAda()
    const bearer = bearerOf(await clinic.signIn())
    await clinic.database.pool.query('UPDATE staff SET disabled_at = now()')
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 401 })
    expect(await clinic.get('/token/test', bearer)).toMatchObject({ status: 401 })
  })

  it('of a patient is distinct, and opens nothing of the staff', async () => {
    await using clinic = await startWithAda()
    const patient = await patientToken(clinic)
    expect(await clinic.get('/token/test', patient)).toMatchObject({
      status: 200,
      body: { data: { kind: 'patient' } },
    })
    expect(await clinic.get('/auth/session', patient)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    clinic.pass(31)
    expect(await clinic.get('/token/test', patient)).toMatchObject({ status: 401 })
  })

  it('is not available to the portal', async () => {
    await using clinic = await startWithAda()
    for (const path of ['/auth/session', '/token/test']) {
      expect(await clinic.get(path, {})).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  it('does not end when the database is down', async () => {
    const url = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
    const pool = createPool(url)
    const close = () => pool.end()
    await using cut = await startClinic({
      limits: true,
      database: { url, pool, close, [Symbol.asyncDispose]: close },
    })
    const away = { status: 503, body: { success: false, code: 'unavailable' } }
    const bearer = { authorization: `Bearer ${'A'.repeat(43)}` }
    expect(await cut.call('GET', '/api/auth/session', undefined, bearer)).toMatchObject(away)
    expect(await cut.call('GET', '/api/token/test', undefined, bearer)).toMatchObject(away)
    expect(await cut.call('POST', '/api/auth/logout', undefined, bearer)).toMatchObject(away)
    for (let i = 0; i < 6; i++) {
      const signIn = await cut.call('POST', '/api/auth/signin', { username: 'ada', password })
      expect(signIn).toMatchObject(away)
      expect(signIn.headers.get('retry-after')).toBe('2')
    }
  })
})
