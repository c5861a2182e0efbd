import type { AuthProvider } from './auth-provider.ts'
import { portalAuthProvider } from './portal-auth-provider.ts'

/** The provider of accounts. Another backend is put in here, and nowhere else. */
export const authProvider: AuthProvider = portalAuthProvider
