import { atom } from 'jotai'
import type { StaffUser } from '../../../contract/auth.ts'

/*
 * What the account screens are doing, under the names of the specification (section 3) and with its transitions
 * (section 4). An empty text: there is nothing to say. None of it is stored.
 */

function slice<S, A>(initial: S, reduce: (state: S, action: A) => S) {
  const state = atom(initial)
  return atom(
    (get) => get(state),
    (get, set, action: A) => set(state, reduce(get(state), action)),
  )
}

type Login = { error: string; loading: boolean }
type LoginAction = { type: 'request' | 'success' | 'logout' } | { type: 'error'; error: string }

const NO_LOGIN: Login = { error: '', loading: false }

/** The sign-in. Signing out clears it. */
export const loginAtom = slice<Login, LoginAction>(NO_LOGIN, (_login, action) => {
  switch (action.type) {
    case 'request':
      return { error: '', loading: true }
    case 'error':
      return { error: action.error, loading: false }
    default:
      return NO_LOGIN
  }
})

type Account = {
  registrationError: string
  message: string
  loading: boolean
  /** Person who has just registered and is signed in thereby. */
  user: StaffUser | null
}
type AccountAction =
  | { type: 'request' }
  | { type: 'success'; user: StaffUser | null; message: string }
  | { type: 'error'; error: string }

const NO_ACCOUNT: Account = { registrationError: '', message: '', loading: false, user: null }

/** The taking up of an invitation. */
export const accountAtom = slice<Account, AccountAction>(NO_ACCOUNT, (_account, action) => {
  switch (action.type) {
    case 'request':
      return { ...NO_ACCOUNT, loading: true }
    case 'success':
      return { ...NO_ACCOUNT, user: action.user, message: action.message }
    case 'error':
      return { ...NO_ACCOUNT, registrationError: action.error }
  }
})

type ForgetPassword = { forgetSuccessMsg: string; forgetError: string }
type ForgetPasswordAction =
  | { type: 'request' }
  | { type: 'success'; message: string }
  | { type: 'error'; error: string }

/** The asking for a link to a new password; a request clears both messages. */
export const forgetPasswordAtom = slice<ForgetPassword, ForgetPasswordAction>(
  { forgetSuccessMsg: '', forgetError: '' },
  (_state, action) => ({
    forgetSuccessMsg: action.type === 'success' ? action.message : '',
    forgetError: action.type === 'error' ? action.error : '',
  }),
)

type Profile = { error: string; success: string }
type ProfileAction =
  | { type: 'request' | 'reset' }
  | { type: 'success'; message: string }
  | { type: 'error'; error: string }

/** The change of one's own profile. 'reset' clears the success and leaves an error. */
export const profileAtom = slice<Profile, ProfileAction>({ error: '', success: '' }, (profile, action) => {
  switch (action.type) {
    case 'reset':
      return { ...profile, success: '' }
    case 'request':
      return { error: '', success: '' }
    case 'success':
      return { error: '', success: action.message }
    case 'error':
      return { error: action.error, success: '' }
  }
})
