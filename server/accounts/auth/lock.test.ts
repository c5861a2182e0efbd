import { expect, it } from 'vitest'
import { PORTAL_TOKEN } from '../../../tests/support/clinic.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { bearerOf, password, patientToken, startWithAda } from './sign-in.fixture.ts'
import { tokenHash } from './tokens.ts'

const portal = { authorization: `Bearer ${PORTAL_TOKEN}` }

async function startLocked(options = {}) {
  const clinic = await startWithAda(options)
  const signedIn = await clinic.signIn()
  const { token, lockKey } = signedIn.body.data as { token: string; lockKey: string }
  const bearer = bearerOf(signedIn)
  const lock = () => clinic.call('POST', '/api/auth/lock', undefined, bearer)
  expect(await lock()).toMatchObject({ status: 200, body: { data: { hasPasskey: false } } })
  return {
    ...clinic,
    bearer,
    lockKey,
    session: tokenHash(token),
    lock,
    unlock: (body: object, headers = portal) =>
      clinic.call('POST', '/api/auth/unlock', { session: tokenHash(token), ...body }, headers),
    check: () => clinic.get('/auth/session', bearer),
  }
}

it('a locked session answers nothing until its owner has typed the password', async () => {
  await using clinic = await startLocked()
  for (const path of ['/auth/session', '/auth/sessions', '/token/test', '/notifications', '/devices'])
    expect(await clinic.get(path, clinic.bearer)).toMatchObject({ status: 401, body: { code: 'locked' } })
  expect(await clinic.unlock({ password: 'not this one' })).toMatchObject({
    status: 400,
    body: { errors: { password: expect.any(String) } },
  })
  expect(await clinic.check()).toMatchObject({ status: 401, body: { code: 'locked' } })
  expect(await clinic.unlock({ password })).toMatchObject({
    status: 200,
    body: { data: { lockKey: clinic.lockKey } },
  })
  expect(await clinic.check()).toMatchObject({ status: 200, body: { data: { lockKey: clinic.lockKey } } })
})

it('the key of a locked session is given only to the proven owner', async () => {
  await using clinic = await startLocked()
  await storeStaff(clinic.database.pool, { username: 'bola', password })
  const bola = bearerOf(await clinic.signIn({ username: 'bola' }))
  const forbidden = { status: 403, body: { code: 'forbidden' } }
  expect(await clinic.unlock({})).toMatchObject(forbidden)
  expect(await clinic.unlock({}, bola)).toMatchObject(forbidden)
  expect(await clinic.unlock({}, await patientToken(clinic))).toMatchObject(forbidden)
  expect(await clinic.unlock({}, clinic.bearer as typeof portal)).toMatchObject({
    status: 401,
    body: { code: 'locked' },
  })
  expect(await clinic.unlock({ session: tokenHash('nobody’s'), password })).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  })
})

it('a locked session continues for its owner after a new sign-in, as by a passkey', async () => {
  await using clinic = await startLocked()
  const again = bearerOf(await clinic.signIn()) as typeof portal
  clinic.pass(11)
  expect(await clinic.unlock({}, again)).toMatchObject({ body: { code: 'fresh_proof_required' } })
  const fresh = bearerOf(await clinic.signIn()) as typeof portal
  expect(await clinic.unlock({}, fresh)).toMatchObject({ status: 200 })
  expect((await clinic.check()).status).toBe(200)
})

it('wrong passwords at the lock count for the session and then as a stranger’s', async () => {
  await using clinic = await startLocked({ limits: true })
  for (let tries = 0; tries < 15; tries++)
    expect((await clinic.unlock({ password: `wrong ${tries}` })).status).toBe(400)
  expect(await clinic.unlock({ password })).toMatchObject({ status: 429 })
})

it('a locked session ends with its 12 hours, its password and its sign-out', async () => {
  await using clinic = await startLocked()
  clinic.pass(12 * 60 + 1)
  expect(await clinic.unlock({ password })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })

  await using other = await startLocked()
  await other.call('POST', '/api/auth/ended-sessions', { sessions: [other.session] }, portal)
  expect(await other.unlock({ password })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
})
