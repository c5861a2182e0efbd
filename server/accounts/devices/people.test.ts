import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffUser } from '../../../contract/auth.ts'
import { type Right, reachWithin } from '../../../domain/rights.ts'
import { newSealPair, publicHalf } from '../../../seal/format.ts'
import { startSession } from '../auth/sessions.ts'
import { tokenHash } from '../auth/tokens.ts'
import { PIN, startClinicWithTablets } from './devices.fixture.ts'

/* It is Monday 4 March 2030, 07:00 in the clinic. */

const WRONG = 'b'.repeat(43)
const DAY = 24 * 60

let clinic: Awaited<ReturnType<typeof startClinicWithTablets>>
let desk: { id: string; token: string }
let eze: Awaited<ReturnType<typeof clinic.signedIn>>
let publicKey: string
beforeEach(async () => {
  clinic = await startClinicWithTablets()
  publicKey = Buffer.from((await publicHalf((await newSealPair()).publicKey)).publicKey).toString('base64url')
  desk = await tablet(['fct'])
  eze = await clinic.signedIn({ username: 'eze', type: 'reception', locations: ['fct', 'lag'] })
  expect(await clinic.join(desk.token, publicKey, eze)).toMatchObject({ status: 200 })
})
afterEach(() => clinic[Symbol.asyncDispose]())

async function tablet(locations: string[] | null) {
  const body = { name: 'Desk', locations }
  const answer = await clinic.call('POST', '/api/devices', body, clinic.admin.bearer)
  return answer.body.data as { id: string; token: string }
}
const enter = (pin = PIN, { token } = desk, staff = eze.id) =>
  clinic.call('POST', '/api/devices/pin', { staff, pin }, { authorization: `Bearer ${token}` })
const bearerOf = ({ body }: Awaited<ReturnType<typeof enter>>) => ({
  authorization: `Bearer ${(body.data as { token: string }).token}`,
})
const get = (path: string, bearer: Record<string, string>) =>
  clinic.call('GET', `/api${path}`, undefined, bearer)
const list = (location: string, bearer: Record<string, string>) =>
  clinic.call('POST', `/api/appointments/${location}`, {}, bearer)
const needsSignIn = { status: 403, body: { code: 'full_sign_in_required' } }
const peopleThere = async () =>
  ((await clinic.contact(desk.token, { owner: null })).body.data as { people: string[] }).people

describe('a person at a tablet', () => {
  it('signs in by their PIN, under their own name', async () => {
    const answer = await enter()
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { user: { id: eze.id, username: 'eze', type: 'reception' } } },
    })
    expect((await clinic.audited()).at(-1)).toMatchObject({
      by: eze.id,
      action: 'staff.signed_in',
      details: { by: 'pin', device: desk.id },
    })
    // A PIN is no fresh proof.
    const proof = await clinic.call('DELETE', '/api/auth/sessions', undefined, bearerOf(answer))
    expect(proof).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } })
  })

  it('reaches no further than the tablet does, nor than they do themselves', async () => {
    const signedIn = await enter()
    const bearer = bearerOf(signedIn)
    const bound = { user: { locations: ['fct'], boundTo: ['fct'] } }
    expect(signedIn.body.data).toMatchObject(bound)
    expect((await get('/auth/session', bearer)).body.data).toMatchObject(bound)
    expect((await get('/auth/session', eze.bearer)).body.data).toMatchObject({
      user: { locations: ['fct', 'lag'] },
    })
    expect((await list('fct', bearer)).status).toBe(200)
    expect((await list('lag', bearer)).status).toBe(403)
    expect((await list('lag', eze.bearer)).status).toBe(200)
    // An admin too, whose locations cut nothing elsewhere.
    await clinic.join(desk.token, publicKey)
    const admin = bearerOf(await enter(PIN, desk, clinic.admin.id))
    expect((await list('lag', admin)).status).toBe(403)
    expect((await list('lag', clinic.admin.bearer)).status).toBe(200)
  })

  it('has five tries in a row, and then signs in with a password', async () => {
    for (const triesLeft of [4, 3])
      expect(await enter(WRONG)).toMatchObject({
        status: 400,
        body: { code: 'code_wrong', data: { triesLeft } },
      })
    expect((await enter()).status).toBe(200)
    for (const triesLeft of [4, 3, 2, 1])
      expect((await enter(WRONG)).body).toMatchObject({ data: { triesLeft } })
    expect(await enter(WRONG)).toMatchObject(needsSignIn)
    expect(await enter()).toMatchObject(needsSignIn)
    expect(await peopleThere()).toEqual([])
    expect((await clinic.audited()).filter(({ action }) => action === 'device.pin_spent')).toEqual([
      {
        by: null,
        action: 'device.pin_spent',
        kind: 'device',
        subject: desk.id,
        details: { by: 'device', staff: eze.id },
      },
    ])
    // A new one after a sign-in with a password.
    await clinic.join(desk.token, publicKey, eze)
    expect((await enter()).status).toBe(200)
  })

  it('shares the five tries among calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => enter(WRONG)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
    expect(await enter()).toMatchObject(needsSignIn)
  })

  it('signs in with a password once a week there', async () => {
    clinic.pass(7 * DAY - 1)
    const bearer = bearerOf(await enter())
    clinic.pass(2)
    expect(await enter()).toMatchObject(needsSignIn)
    const note = (headers: Record<string, string>) =>
      clinic.call('POST', '/api/devices/people', { device: desk.token }, headers)
    // A session begun by a PIN is no full sign-in.
    expect((await note(bearer)).status).toBe(200)
    expect(await enter()).toMatchObject(needsSignIn)
    const { token } = await startSession(clinic.pool, eze.id, clinic.clock.now)
    expect((await note({ authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await enter()).status).toBe(200)
  })

  it('has a PIN at that tablet alone', async () => {
    const other = await tablet(['fct'])
    expect(await enter(PIN, other)).toMatchObject(needsSignIn)
    expect(await enter(PIN, { ...desk, token: eze.token })).toMatchObject({ status: 401 })
    expect(await enter(PIN, desk, clinic.admin.id)).toMatchObject(needsSignIn)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['revoked', () => clinic.revoke(desk.id)],
    ['wiped after wrong PINs without a connection', () => clinic.contact(desk.token, { lockedOut: true })],
  ])('has no PIN at a tablet that is %s, and is signed out of it', async (_, end) => {
    const bearer = bearerOf(await enter())
    await end()
    expect(await enter()).toMatchObject({ status: 403 })
    expect(await get('/auth/session', bearer)).toMatchObject({ status: 401 })
    expect(await clinic.join(desk.token, publicKey, eze)).toMatchObject({ status: 403 })
  })

  it('stays signed in on a tablet that they revoke themselves', async () => {
    const { bearer } = await clinic.join(desk.token, publicKey)
    expect(await clinic.revoke(desk.id, { bearer })).toMatchObject({ status: 200 })
    expect(await get('/auth/session', bearer)).toMatchObject({ status: 200 })
  })

  it('has no PIN after a new password, or once they are disabled', async () => {
    await clinic.pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [eze.id])
    expect(await enter()).toMatchObject(needsSignIn)
    expect(await peopleThere()).toEqual([])
    await clinic.pool.query('UPDATE staff SET disabled_at = NULL WHERE id = $1', [eze.id])
    expect(await peopleThere()).toEqual([eze.id])
    const session = await startSession(clinic.pool, eze.id, clinic.clock.now)
    const bearer = { authorization: `Bearer ${session.token}` }
    expect(await clinic.call('DELETE', '/api/auth/sessions', undefined, bearer)).toMatchObject({
      status: 200,
    })
    expect(await enter()).toMatchObject(needsSignIn)
  })

  it('continues their locked session by the PIN, and no one else can', async () => {
    const { token, lockKey } = await startSession(clinic.pool, eze.id, clinic.clock.now)
    const locked = { authorization: `Bearer ${token}` }
    await clinic.call('POST', '/api/devices/people', { device: desk.token }, locked)
    await clinic.call('POST', '/api/auth/lock', undefined, locked)
    const unlock = (bearer: Record<string, string>) =>
      clinic.call('POST', '/api/auth/unlock', { session: tokenHash(token) }, bearer)
    await clinic.join(desk.token, publicKey)
    expect(await unlock(bearerOf(await enter(PIN, desk, clinic.admin.id)))).toMatchObject({ status: 403 })
    expect(await unlock(bearerOf(await enter()))).toMatchObject({ status: 200, body: { data: { lockKey } } })
    // The PIN does not prove again what the sign-in proved a minute ago.
    const proof = await clinic.call('DELETE', '/api/auth/sessions', undefined, locked)
    expect(proof).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } })
  })
})

describe('a session begun by a PIN', () => {
  /** The admin by their PIN at the tablet of Abuja. */
  async function adminThere() {
    await clinic.join(desk.token, publicKey)
    return bearerOf(await enter(PIN, desk, clinic.admin.id))
  }

  it('unlocks nothing that was begun elsewhere', async () => {
    const { token } = await startSession(clinic.pool, eze.id, clinic.clock.now)
    await clinic.call('POST', '/api/auth/lock', undefined, { authorization: `Bearer ${token}` })
    const body = { session: tokenHash(token) }
    expect(await clinic.call('POST', '/api/auth/unlock', body, bearerOf(await enter()))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })

  it('ends with the tablet, even if it revokes the tablet itself', async () => {
    const mag = await clinic.signedIn({ username: 'mag', type: 'manager', locations: ['fct', 'lag'] })
    await clinic.join(desk.token, publicKey, mag)
    const bearer = bearerOf(await enter(PIN, desk, mag.id))
    expect(await clinic.revoke(desk.id, { bearer })).toMatchObject({ status: 200 })
    expect(await get('/auth/session', bearer)).toMatchObject({ status: 401 })
  })

  it('stays at its tablet, whatever other one it names', async () => {
    const wide = await tablet(['fct', 'lag'])
    await clinic.join(wide.token, publicKey, eze)
    const bearer = bearerOf(await enter())
    const note = await clinic.call('POST', '/api/devices/people', { device: wide.token }, bearer)
    expect(note.status).toBe(200)
    expect((await list('lag', bearer)).status).toBe(403)
  })

  it('changes no appointment elsewhere, not even an admin’s', async () => {
    await clinic.book({ location: 'lag', doctor_id: undefined })
    const { rows } = await clinic.pool.query(`SELECT id, location FROM appointments`)
    expect(rows).toMatchObject([{ location: 'lag' }])
    const change = async (bearer: Record<string, string>) =>
      clinic.call('PATCH', `/api/appointments/${rows[0].id}`, { isOpen: false }, bearer)
    expect((await change(await adminThere())).status).toBe(404)
    expect((await change(clinic.admin.bearer)).status).toBe(200)
  })

  it('opens no page without a location, and its menu hides them', async () => {
    const bearer = await adminThere()
    const { user } = (await get('/auth/session', bearer)).body.data as { user: StaffUser }
    const pages: [Right, string, isThere: boolean][] = [
      ['audit', '/audit', false],
      ['staff.write', '/staff', false],
      ['flood', '/flood', false],
      ['devices', '/devices', true],
      ['book.read', '/notifications', true],
    ]
    for (const [right, path, isThere] of pages) {
      expect((await get(path, clinic.admin.bearer)).status, path).not.toBe(403)
      const { status, body } = await get(path, bearer)
      expect(status !== 403, path).toBe(isThere)
      expect(reachWithin(user, right, user.boundTo) !== null, right).toBe(isThere)
      // A page from before the session was bound learns it by the refusal.
      if (!isThere) expect(body.data).toMatchObject({ boundTo: ['fct'] })
    }
  })

  it('changes no account elsewhere', async () => {
    const mag = await clinic.signedIn({ username: 'mag', type: 'manager', locations: ['fct', 'lag'] })
    const other = await clinic.signedIn({ username: 'ola', type: 'reception', locations: ['lag'] })
    await clinic.join(desk.token, publicKey, mag)
    const disable = async (bearer: Record<string, string>) =>
      (await clinic.call('PATCH', `/api/staff/${other.id}`, { disabled: true }, bearer)).status
    expect(await disable(bearerOf(await enter(PIN, desk, mag.id)))).toBe(404)
    expect(await disable(mag.bearer)).toBe(200)
  })

  it('keeps the locations of an account that the tablet does not have', async () => {
    const bearer = bearerOf(await enter())
    const profile = { username: 'eze', surname: 'Ezenwa' }
    for (const body of [profile, { ...profile, location: 'fct' }]) {
      expect((await clinic.call('PUT', '/api/auth/profile', body, bearer)).status).toBe(200)
      expect((await get('/auth/session', eze.bearer)).body.data).toMatchObject({
        user: { locations: ['fct', 'lag'] },
      })
    }
  })
})

describe('the people of a tablet', () => {
  it('are listed and removed by the manager of the tablet', async () => {
    expect((await clinic.rows())[0]?.people).toEqual([
      { id: eze.id, name: 'Dt. Ada Obi', signedInAt: '2030-03-04T07:00:00+01:00' },
    ])
    const bearer = bearerOf(await enter())
    const remove = (by: { bearer: Record<string, string> }) =>
      clinic.call('DELETE', `/api/devices/${desk.id}/people/${eze.id}`, undefined, by.bearer)
    expect(await remove(eze)).toMatchObject({ status: 403 })
    const elsewhere = await clinic.signedIn({ username: 'mag', type: 'manager', locations: ['lag'] })
    expect(await remove(elsewhere)).toMatchObject({ status: 404 })
    expect(await remove(clinic.admin)).toMatchObject({ status: 200 })
    expect(await remove(clinic.admin)).toMatchObject({ status: 404 })
    expect(await get('/auth/session', bearer)).toMatchObject({ status: 401 })
    expect(await enter()).toMatchObject(needsSignIn)
    expect((await clinic.audited()).at(-1)).toMatchObject({
      by: clinic.admin.id,
      action: 'device.person_removed',
      subject: desk.id,
      details: { staff: eze.id },
    })
  })

  it('are twelve at most', async () => {
    for (let n = 1; n < 12; n++) {
      const person = await clinic.signedIn({ username: `n${n}`, type: 'reception', locations: ['fct'] })
      expect(await clinic.join(desk.token, publicKey, person)).toMatchObject({ status: 200 })
    }
    const last = await clinic.signedIn({ username: 'n12', type: 'reception', locations: ['fct'] })
    expect(await clinic.join(desk.token, publicKey, last)).toMatchObject({ status: 429 })
    expect(await clinic.join(desk.token, publicKey, eze)).toMatchObject({ status: 200 })
  })

  it('get a PIN only with a fresh proof, stored so that nothing opens it', async () => {
    clinic.pass(11)
    const body = { device: desk.token, pin: PIN, publicKey }
    const answer = await clinic.call('POST', '/api/devices/people', body, eze.bearer)
    expect(answer).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } })
    const { rows } = await clinic.pool.query('SELECT device_people::text AS text FROM device_people')
    expect(rows[0].text).toContain('$argon2id$')
    expect(rows[0].text).not.toContain(PIN)
  })
})
