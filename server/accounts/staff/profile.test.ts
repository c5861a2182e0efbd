import { afterEach, beforeEach, expect, it } from 'vitest'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { storeStaff } from '../../../tests/support/staff.ts'

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
let eze: Awaited<ReturnType<typeof clinic.signedIn>>
beforeEach(async () => {
  clinic = await startClinicWithMail()
  eze = await clinic.signedIn({ username: 'eze', type: 'staff', location: 'lag' })
})
afterEach(() => clinic[Symbol.asyncDispose]())

const save = (profile: object = {}) =>
  clinic.call('PUT', '/api/auth/profile', { username: 'eze', ...profile }, eze.bearer)
const stored = async () => (await clinic.pool.query('SELECT * FROM staff WHERE id = $1', [eze.id])).rows[0]

it('a profile stores changes, shows them, and audits the names of the fields', async () => {
  const answer = await save({
    username: ' Chidi ',
    idx: eze.id,
    surname: 'Eze',
    other_names: 'Chidi',
    location: 'Abuja',
    profession: 'Dentist',
  })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Profile saved.',
      data: { user: { username: 'chidi', displayName: 'Dr. Chidi Eze', location: 'fct', type: 'staff' } },
    },
  })
  const session = await clinic.call('GET', '/api/auth/session', undefined, eze.bearer)
  expect(session.body.data).toMatchObject(answer.body.data as object)
  expect(await clinic.audited()).toEqual([
    {
      by: eze.id,
      action: 'staff.profile_changed',
      kind: 'staff',
      subject: eze.id,
      details: { fields: 'username, surname, otherNames, profession, location' },
    },
  ])
})

it('a profile ignores absent and null fields, and audits nothing when nothing changed', async () => {
  await save({ profession: 'Dentist', job_title: 'Head' })
  const before = await stored()
  expect(await save({ surname: null, other_names: '', profession: null, idx: '' })).toMatchObject({
    status: 200,
  })
  expect(await stored()).toEqual(before)
  expect(await clinic.audited()).toHaveLength(1)
})

it('a profile drops an empty profession or job title', async () => {
  await save({ profession: 'Dentist', job_title: 'Head' })
  await save({ profession: '', job_title: '' })
  expect(await stored()).toMatchObject({ profession: null, job_title: null })
})

it.each([
  [null, null],
  ['all', null],
  ['phc', 'phc'],
  [undefined, 'lag'],
])('a profile reads the location %j as %j', async (location, code) => {
  expect(await save({ location })).toMatchObject({
    status: 200,
    body: { data: { user: { location: code } } },
  })
  expect(await stored()).toMatchObject({ location: code })
})

it.each([
  [{ location: 'Kano' }, 'location'],
  [{ location: '' }, 'location'],
  [{ username: 'e z e' }, 'username'],
  [{ username: undefined }, 'username'],
  [{ surname: 'x'.repeat(81) }, 'surname'],
  [{ job_title: 'a\u0007b' }, 'job_title'],
])('a profile refuses %j at the field %s', async (wrong, field) => {
  expect(await save(wrong)).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } })
})

it('a profile never changes type, role, address or password, whatever is sent', async () => {
  const before = await stored()
  const more = { type: 'admin', role: { slug: 'admin' }, role_slug: 'admin', email: 'x@example.com' }
  await save({
    ...more,
    email_key: 'x@example.com',
    password: 'eleven green herons',
    id: 'x',
    disabled: false,
  })
  expect(await stored()).toEqual(before)
})

it('a profile refuses someone else’s username and someone else’s profile', async () => {
  const ada = await storeStaff(clinic.pool)
  expect(await save({ idx: ada.id, surname: 'Taken' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect(await save({ username: 'ADA', surname: 'Taken' })).toMatchObject({
    status: 409,
    body: { code: 'username_taken', errors: { username: 'This username is taken. Please choose another.' } },
  })
  expect(await stored()).toMatchObject({ username: 'eze', surname: 'Obi' })
  expect(await clinic.audited()).toEqual([])
})

it('the profile is not for the portal', async () => {
  expect(await clinic.call('PUT', '/api/auth/profile', { username: 'eze' })).toMatchObject({ status: 403 })
})
