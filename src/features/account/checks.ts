import * as v from 'valibot'
import {
  ChangePassword,
  EditProfile,
  NewPassword,
  ProveIdentity,
  Register,
  ResetPassword,
  SignIn,
  Username,
} from '../../../contract/auth.ts'
import { PersonName } from '../../../contract/fields.ts'
import { type Problems, problemsOf } from '../../ui/form/problems.ts'

/* The account forms check with the contract's own schemas, so that both sides refuse the same. */

export type SignInForm = Record<'username' | 'password', string>
export const checkSignIn = (form: SignInForm): Problems<keyof SignInForm> => problemsOf(SignIn, form)

export const checkProof = (form: Record<'password', string>): Problems<'password'> =>
  problemsOf(ProveIdentity, form)

export type NewPasswordForm = Record<'password' | 'repeat', string>
export function checkNewPassword<T extends NewPasswordForm>(form: T): Problems<keyof NewPasswordForm> {
  const problems: Problems<keyof NewPasswordForm> = problemsOf(v.pick(ResetPassword, ['password']), form)
  // A password that has to be retyped is not compared yet.
  if (!problems.password && form.password !== form.repeat) problems.repeat = { key: 'password_differs' }
  return problems
}

export type ChangePasswordForm = Record<'current' | 'password' | 'repeat', string>
export const checkChangePassword = (form: ChangePasswordForm): Problems<keyof ChangePasswordForm> => ({
  ...checkNewPassword(form),
  ...problemsOf(ChangePassword, form),
})

export type RegisterForm = Record<'email' | 'username' | 'password' | 'repeat', string>
const Account = v.object({
  ...v.pick(Register, ['email']).entries,
  username: Username,
  password: NewPassword,
})
export const checkRegister = (form: RegisterForm): Problems<keyof RegisterForm> => ({
  ...checkNewPassword(form),
  ...problemsOf(Account, form),
})

export type ProfileForm = Record<
  'username' | 'other_names' | 'surname' | 'location' | 'profession' | 'job_title',
  string
>
// The wire leaves a name unchanged when none is sent; in a form an empty name is an error.
const Profile = v.object({ ...EditProfile.entries, surname: PersonName, other_names: PersonName })
export const checkProfile = (form: ProfileForm): Problems<keyof ProfileForm> => problemsOf(Profile, form)
