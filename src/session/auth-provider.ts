import type {
  ChangePassword,
  EditProfileWire,
  FactorStep,
  RegisterWire,
  ResetPassword,
  SignedIn,
  StaffUser,
} from '../../contract/auth.ts'

/**
 * A way to sign in besides a password: its kind, its name as the button says it, and whether passwords are switched off for
 * it.
 */
export type SocialProvider = { id: string; name: string; only: boolean }

/** Address of the provider, and the secret with which the same tab finishes the sign-in. */
export type SocialStart = { url: string; secret: string }

/** Parameters that the browser returns with, and the secret of the start. */
export type SocialReturn = { code: string; secret: string }

/**
 * The account operations behind one interface (specification, section 7), so that another backend can take the
 * place of our API: `auth.ts` chooses. Every one throws ApiError; status 401 in an operation with a token says that
 * this session is over, and no other failure says that.
 */
export type AuthProvider = {
  /** Or the step that a second factor has to follow. `onProof`: the device works before the server goes on. */
  login: (username: string, password: string, onProof?: () => void) => Promise<SignedIn | FactorStep>
  /** Takes up an invitation. Null: the account is there, and its owner has yet to sign in. */
  register: (account: RegisterWire) => Promise<SignedIn | null>
  logout: (token: string) => Promise<void>
  /** Ends sessions by the SHA-256 of their tokens, for those signed out without a connection. */
  endSessionsLater: (hashes: readonly string[]) => Promise<void>
  /** Shows by the password that the session is still its owner's. */
  prove: (token: string, password: string) => Promise<void>
  /** Locks the session at the server until it is unlocked. @returns the ways to unlock it */
  lock: (token: string) => Promise<{ hasPasskey: boolean }>
  /** Goes on with a locked session, named by the SHA-256 of its token. @returns what it was sealed with */
  unlock: (session: string, shown: { password: string } | { token: string }) => Promise<string>
  /** The session check: who the token belongs to, as of now. `lockKey`: what a lock seals with; without one it signs out. */
  checkSession: (
    token: string,
    signal: AbortSignal,
  ) => Promise<{ user: StaffUser; lockKey?: string | undefined }>
  /** Checks the token; resolves when it is valid. */
  testToken: (token: string, signal: AbortSignal) => Promise<unknown>
  /** Sends a link to set a new password; resolves to the sentence for the person who asked. */
  forgotPassword: (email: string) => Promise<string>
  resetPassword: (reset: ResetPassword) => Promise<string>
  /** Ends every session of theirs, this one included. */
  changePassword: (token: string, change: ChangePassword) => Promise<string>
  editProfile: (token: string, profile: EditProfileWire) => Promise<{ user: StaffUser; message?: string }>
  socialProviders: (signal?: AbortSignal) => Promise<SocialProvider[]>
  /** `fresh`: the provider asks who it is, however lately it did. */
  startSocialLogin: (type: string, fresh: boolean) => Promise<SocialStart>
  /** Or the step, as `login`. */
  socialLogin: (data: SocialReturn, type: string) => Promise<SignedIn | FactorStep>
}
