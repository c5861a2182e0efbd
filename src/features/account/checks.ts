import * as v from 'valibot'
import { NewPassword, Register, ResetPassword, SignIn, Username } from '../../../contract/auth.ts'
import { type Problems, problemsOf } from '../../ui/form/problems.ts'

/*
 * What the account forms check before they send: the contract's own schemas, so that both sides refuse the same.
 */

export type SignInForm = Record<'username' | 'password', string>
export const checkSignIn = (form: SignInForm): Problems<keyof SignInForm> => problemsOf(SignIn, form)

export type NewPasswordForm = Record<'password' | 'repeat', string>
export function checkNewPassword<T extends NewPasswordForm>(form: T): Problems<keyof NewPasswordForm> {
  return {
    ...problemsOf(v.pick(ResetPassword, ['password']), form),
    ...(form.password !== form.repeat && { repeat: { key: 'password_differs' } }),
  }
}

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
