import * as api from './auth-calls.ts'
import type { AuthProvider } from './auth-provider.ts'

/** Accounts that live on our own server: the default. Its one social provider is OpenID Connect. */
export const portalAuthProvider: AuthProvider = {
  login: api.signIn,
  register: api.register,
  logout: api.logout,
  endSessionsLater: api.endSessionsLater,
  prove: api.prove,
  lock: api.lock,
  unlock: api.unlock,
  checkSession: api.checkSession,
  testToken: api.testToken,
  forgotPassword: api.forgotPassword,
  resetPassword: api.resetPassword,
  changePassword: api.changePassword,
  editProfile: api.editProfile,
  socialProviders: api.listProviders,
  startSocialLogin: (_, fresh) => api.startOidc(fresh),
  socialLogin: ({ code, secret }) => api.finishOidc(code, secret),
}
