import type { Context } from 'hono'
import { callerOf } from '../../platform/http/caller.ts'
import { invalidInput } from '../../platform/http/failure.ts'
import { type Proven, provePassword } from './change-password.ts'
import type { AccountsContext } from './context.ts'
import { requirePasswords } from './passwords-off.ts'
import type { Session, SignedInStaff } from './sessions.ts'
import { slowGuessing } from './slow-guessing.ts'

type Parts = Pick<AccountsContext, 'pool' | 'limits' | 'trustedProxies' | 'passwordsOnlyFor'>
type Whose = { staff: SignedInStaff; session: Session }

/**
 * The password asked for again in a session. Wrong ones count for the session, so that an unlocked screen allows few
 * guesses; past them as a stranger's.
 * @returns a function that returns the proof; null: a wrong password, or none because they sign in with a provider
 * @throws HttpFailure 403 where passwords are off; 429 and 503 as `slowGuessing`
 */
export function passwordAgain({ pool, limits, trustedProxies, passwordsOnlyFor }: Parts) {
  const slowed = slowGuessing({ pool, enabled: limits })
  return async (c: Context, { staff, session }: Whose, password: string): Promise<Proven | null> => {
    requirePasswords(passwordsOnlyFor, staff.username)
    const caller = callerOf(c, trustedProxies)
    const attempt = { username: staff.username, caller, trusted: session.tokenHash }
    return slowed(attempt, (rank) => provePassword(pool, staff.id, password, rank))
  }
}

/**
 * The same where nothing but the password is asked for.
 * @returns a function that throws HttpFailure 400 for a wrong one, and logs the refusal
 */
export function requirePasswordAgain(parts: Parts & Pick<AccountsContext, 'logRefusal'>) {
  const prove = passwordAgain(parts)
  return async (c: Context, whose: Whose, password: string, refused: string): Promise<void> => {
    if (await prove(c, whose, password)) return
    const caller = callerOf(c, parts.trustedProxies).address
    parts.logRefusal({ requestId: c.get('requestId'), caller, staff: whose.staff.id }, { says: refused })
    throw invalidInput({ password: 'password_wrong' })
  }
}
