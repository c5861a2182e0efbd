import { describe, expect, it } from 'vitest'
import { ForgotPassword } from '../../../contract/auth.ts'
import { problemsOfWire } from '../../ui/form/problem-of-wire.ts'
import { problemsOf } from '../../ui/form/problems.ts'
import { checkInvite, type InviteForm } from './access-form.ts'
import { checkNewPassword, checkProfile, checkRegister, checkSignIn, type ProfileForm } from './checks.ts'

const long = 'seven quiet herons'

describe('sign-in', () => {
  it('asks for both', () =>
    expect(checkSignIn({ username: '  ', password: '' })).toEqual({
      username: { key: 'username_required' },
      password: { key: 'password_required' },
    }))
  it('takes a name with spaces and capitals, and any password', () =>
    expect(checkSignIn({ username: ' ADA ', password: 'x' })).toEqual({}))
})

describe('a new password', () => {
  it.each([
    ['', 'password_required'],
    ['eleven char', 'password_short'],
    ['x'.repeat(129), 'password_long'],
  ])('%j is refused', (password, key) =>
    expect(checkNewPassword({ password, repeat: password })).toEqual({ password: { key } }),
  )
  it('is typed the same twice', () => {
    expect(checkNewPassword({ password: long, repeat: `${long} ` })).toEqual({
      repeat: { key: 'password_differs' },
    })
    expect(checkNewPassword({ password: long, repeat: long })).toEqual({})
  })
})

describe('an account', () => {
  const form = { email: 'ada@example.com', username: 'ada', password: long, repeat: long }
  it('is complete with all four', () => expect(checkRegister(form)).toEqual({}))
  it.each([
    ['email', 'ada', 'email_invalid'],
    ['username', '', 'username_required'],
    ['username', 'ada obi', 'username_invalid'],
    ['repeat', '', 'password_differs'],
  ])('with %s %j is refused', (field, value, key) =>
    expect(checkRegister({ ...form, [field]: value })).toEqual({ [field]: { key } }),
  )
})

describe('a profile', () => {
  const form: ProfileForm = {
    username: 'ada',
    other_names: 'Ada',
    surname: 'Obi',
    location: '',
    profession: '',
    job_title: '',
  }
  it('may go without a profession and a title', () => expect(checkProfile(form)).toEqual({}))
  it.each([
    ['surname', ' ', 'required'],
    ['other_names', 'a.example', 'name_dot'],
    ['job_title', 'x'.repeat(81), 'too_long'],
    ['username', 'Ada Obi', 'username_invalid'],
  ])('with %s %j is refused', (field, value, key) =>
    expect(checkProfile({ ...form, [field]: value })).toEqual({ [field]: { key } }),
  )
})

describe('an invitation', () => {
  const form: InviteForm = {
    email: 'chidi@example.com',
    other_names: 'Chidi',
    surname: 'Eze',
    type: 'staff',
    location: '',
    locations: '',
    doctorId: '',
    profession: '',
    job_title: '',
  }
  it('needs an address, a name and a type', () => expect(checkInvite(form)).toEqual({}))
  it.each([
    ['email', '', 'required'],
    ['other_names', '', 'required'],
    ['type', 'owner', 'staff_type_invalid'],
    ['profession', '<b>', 'name_invalid'],
    ['locations', '', 'locations_required', { type: 'reception' }],
    ['doctorId', '', 'doctor_required', { type: 'doctor', locations: 'fct' }],
  ])('with %s %j is refused', (field, value, key, more?: object) =>
    expect(checkInvite({ ...form, ...more, [field]: value })).toEqual({ [field]: { key } }),
  )
})

describe('problems', () => {
  it('of a schema stand at the fields of the form alone', () =>
    expect(problemsOf(ForgotPassword, { elsewhere: '' })).toEqual({}))
  it('of the server stand at the fields of the form alone, in its words', () =>
    expect(problemsOfWire({ email: 'No.', idx: 'No.', toString: 'No.' }, { email: '' })).toEqual({
      email: { sentence: 'No.' },
    }))
})
