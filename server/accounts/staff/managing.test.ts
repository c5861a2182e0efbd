import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffRow } from '../../../contract/staff.ts'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { type StaffOptions, storeStaff } from '../../../tests/support/staff.ts'

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
type By = { id: string; bearer: Record<string, string> }
let admin: By
let manager: By
beforeEach(async () => {
  clinic = await startClinicWithMail()
  admin = await clinic.signedIn({ username: 'boss' })
  manager = await clinic.signedIn({ username: 'mag', type: 'manager', locations: ['lag', 'fct'] })
})
afterEach(() => clinic[Symbol.asyncDispose]())

const person = { email: 'chidi@example.com', surname: 'Eze', other_names: 'Chidi' }
const invite = (access: object, by: By = manager) =>
  clinic.call('POST', '/api/staff/invites', { ...person, ...access }, by.bearer)
const setAccess = (id: string, access: object, by: By = manager) =>
  clinic.call('PUT', `/api/staff/${id}/access`, access, by.bearer)
const disable = (id: string, by: By = manager) =>
  clinic.call('PATCH', `/api/staff/${id}`, { disabled: true }, by.bearer)
const rows = async (by: By = manager) =>
  (await clinic.call('GET', '/api/staff?limit=100', undefined, by.bearer)).body.data as StaffRow[]
const eze = (options: StaffOptions) => storeStaff(clinic.pool, { username: 'eze', ...options })
const stored = async (id: string) =>
  (
    await clinic.pool.query(
      'SELECT type, locations, location, doctor_id AS doctor, rights_version AS version FROM staff WHERE id = $1',
      [id],
    )
  ).rows[0]

describe('a manager', () => {
  it('sees accounts and invitations of lower types whose locations are all their own', async () => {
    for (const [i, [type, locations]] of (
      [
        ['reception', ['lag']],
        ['doctor', ['fct', 'lag']],
        ['staff', ['fct']],
        ['reception', ['fct', 'phc']],
        ['staff', []],
        ['manager', ['lag']],
      ] as const
    ).entries()) {
      const doctorId = type === 'doctor' ? 'fct-musa' : null
      await storeStaff(clinic.pool, { username: `u${i}`, type, locations, doctorId })
    }
    await invite({ type: 'reception', locations: ['Lagos'] })
    await invite({ type: 'reception', locations: ['phc'], email: 'other@example.com' }, admin)
    const seen = await rows()
    expect(seen.map(({ username }) => username).sort()).toEqual(['u0', 'u1', 'u2', null].sort())
    expect(seen.at(-1)).toMatchObject({ state: 'invited', type: 'reception', locations: ['lag'] })
    expect(await rows(admin)).toHaveLength(10)
  })

  it.each([
    [{ type: 'reception', locations: ['lag'] }, 201],
    [{ type: 'reception', locations: ['lag', 'fct'] }, 201],
    [{ type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' }, 201],
    [{ type: 'reception', locations: ['phc'] }, 403],
    [{ type: 'reception', locations: ['all'] }, 403],
    [{ type: 'staff' }, 403],
    [{ type: 'manager', locations: ['lag'] }, 403],
    [{ type: 'admin', locations: ['lag'] }, 403],
  ])('can invite %j: %i', async (access, status) => {
    expect((await invite(access)).status).toBe(status)
    expect(await clinic.waiting()).toHaveLength(status === 201 ? 1 : 0)
  })

  it.each([
    [{ type: 'reception' }, { locations: 'Please choose at least one location.' }],
    [{ type: 'doctor', locations: ['fct'] }, { doctorId: 'Please choose a doctor.' }],
    [
      { type: 'doctor', locations: ['fct'], doctorId: 'lag-adeyemi' },
      { doctorId: "This doctor isn't available at this location." },
    ],
    [{ type: 'reception', locations: ['Kano'] }, { locations: expect.any(String) }],
  ])('cannot invite %j without what the type needs', async (access, errors) => {
    expect(await invite(access)).toMatchObject({ status: 400, body: { errors } })
  })

  it('can neither withdraw nor replace an invitation beyond their own rights', async () => {
    await invite({ type: 'manager', locations: ['lag'] }, admin)
    const [invited] = (await rows(admin)).filter(({ state }) => state === 'invited')
    const withdrawn = await clinic.call(
      'DELETE',
      `/api/staff/invites/${invited!.id}`,
      undefined,
      manager.bearer,
    )
    expect(withdrawn.status).toBe(404)
    expect(await invite({ type: 'reception', locations: ['lag'] })).toMatchObject({ status: 409 })
    expect((await rows(admin)).filter(({ state }) => state === 'invited')).toMatchObject([
      { type: 'manager' },
    ])
  })

  it('whose rights shrink has no valid invitations beyond them', async () => {
    await invite({ type: 'reception', locations: ['fct'] })
    await setAccess(manager.id, { type: 'manager', locations: ['lag'] }, admin)
    expect((await rows(admin)).filter(({ state }) => state === 'invited')).toEqual([])
  })

  it.each<[StaffOptions, number]>([
    [{ type: 'reception', locations: ['lag'] }, 200],
    [{ type: 'reception', locations: ['lag', 'phc'] }, 404],
    [{ type: 'manager', locations: ['lag'] }, 404],
    [{ type: 'admin' }, 404],
  ])('disables and changes %j: %i', async (options, status) => {
    const { id } = await eze(options)
    expect((await setAccess(id, { type: 'reception', locations: ['fct'] })).status).toBe(status)
    expect((await disable(id)).status).toBe(status)
  })

  it('is not shown who the last admin is', async () => {
    expect(await disable(admin.id)).toMatchObject({ status: 404 })
  })

  it('can give no more rights than their own', async () => {
    const { id } = await eze({ type: 'reception', locations: ['lag'] })
    for (const access of [
      { type: 'manager', locations: ['lag'] },
      { type: 'admin' },
      { type: 'reception', locations: ['lag', 'phc'] },
    ]) {
      expect(await setAccess(id, access)).toMatchObject({ status: 403 })
    }
    expect(await stored(id)).toMatchObject({ type: 'reception', locations: ['lag'], version: 1 })
  })
})

describe('changing a person’s rights', () => {
  it('takes effect in open sessions at once, and is audited', async () => {
    const open = await clinic.signedIn({ username: 'eze', type: 'reception', locations: ['lag'] })
    const list = (place: string) => clinic.call('POST', `/api/appointments/${place}`, {}, open.bearer)
    expect((await list('lag')).status).toBe(200)
    expect(await setAccess(open.id, { type: 'reception', locations: ['fct'] })).toMatchObject({ status: 200 })
    expect(await list('lag')).toMatchObject({ status: 403, body: { data: { rightsVersion: 2 } } })
    expect((await list('fct')).status).toBe(200)
    const session = await clinic.call('GET', '/api/auth/session', undefined, open.bearer)
    expect(session.body.data).toMatchObject({
      user: { type: 'reception', location: 'fct', locations: ['fct'], rightsVersion: 2 },
    })
    expect((await clinic.audited()).filter(({ by }) => by === manager.id)).toEqual([
      {
        by: manager.id,
        action: 'staff.access_changed',
        kind: 'staff',
        subject: open.id,
        details: { type: 'reception', from: 'reception', locations: ['fct'], doctorId: null, fewer: true },
      },
    ])
  })

  it('upwards makes no new version: nothing has to be deleted', async () => {
    const { id } = await eze({ type: 'reception', locations: ['lag'] })
    await setAccess(id, { type: 'reception', locations: ['lag', 'fct'] })
    expect(await stored(id)).toEqual({
      type: 'reception',
      locations: ['lag', 'fct'],
      location: 'lag',
      doctor: null,
      version: 1,
    })
  })

  it('is not possible for oneself, and the last admin stays one', async () => {
    expect(await setAccess(admin.id, { type: 'admin' }, admin)).toMatchObject({ status: 403 })
    const second = await clinic.signedIn({ username: 'second' })
    await disable(admin.id, second)
    expect(await setAccess(second.id, { type: 'staff' }, second)).toMatchObject({ status: 403 })
  })

  it('of an admin into another type is for admins', async () => {
    const { id } = await eze({ type: 'admin' })
    expect(await setAccess(id, { type: 'reception', locations: ['all'] }, admin)).toMatchObject({
      status: 200,
    })
    expect(await stored(id)).toMatchObject({
      type: 'reception',
      locations: ['lag', 'fct', 'phc'],
      version: 2,
    })
  })
})

describe('one’s own profile', () => {
  it('can put another of one’s own locations first, and no other', async () => {
    const save = (location: string | null) =>
      clinic.call('PUT', '/api/auth/profile', { username: 'mag', location }, manager.bearer)
    expect(await save('Abuja')).toMatchObject({
      status: 200,
      body: { data: { user: { location: 'fct', locations: ['fct', 'lag'] } } },
    })
    for (const location of ['phc', 'all', null]) expect((await save(location)).status).toBe(403)
    expect(await stored(manager.id)).toMatchObject({ locations: ['fct', 'lag'], version: 1 })
  })
})
