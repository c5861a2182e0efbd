import * as v from 'valibot'
import type { SignedIn } from '../../../contract/auth.ts'
import { PinWrong } from '../../../contract/devices.ts'
import { signInByPin } from '../../api/devices.ts'
import { ApiError } from '../../http/api-error.ts'
import {
  lock,
  proofOfPin,
  readPin,
  thisTablet,
  type UnlockOutcome,
  unlock,
} from '../../offline/tablet/index.ts'

/**
 * Result of a PIN. 'signed_in': the server accepted it. 'unlocked': the server was unreachable, and the tablet's
 * stored pages are open. 'sign_in': no attempts left, or the PIN is a week old.
 */
export type Entered = UnlockOutcome | { outcome: 'signed_in'; session: SignedIn } | { outcome: 'sign_in' }

type Said = SignedIn | { triesLeft: number } | 'sign_in' | 'unreachable'

/**
 * Tries a PIN here and on the server at once: each counts attempts of its own, and the server decides.
 * @throws ApiError when the server refuses for another reason than the PIN; the browser's error when it refuses
 * storage
 */
export async function enterPin(staffId: string, pin: string): Promise<Entered> {
  const [local, said] = await Promise.all([unlock(staffId, pin), askServer(staffId, pin)])
  if (said === 'unreachable') return local
  if (said === 'sign_in') {
    lock()
    return { outcome: 'sign_in' }
  }
  if ('token' in said) return { outcome: 'signed_in', session: said }
  if (local.outcome === 'unlocked') lock()
  if (local.outcome === 'deleted') return local
  const left = local.outcome === 'wrong' ? local.triesLeft : said.triesLeft
  return { outcome: 'wrong', triesLeft: Math.min(left, said.triesLeft) }
}

async function askServer(staff: string, pin: string): Promise<Said> {
  const tablet = navigator.onLine ? await thisTablet() : null
  if (!tablet) return 'unreachable'
  try {
    return await signInByPin(tablet.token, { staff, pin: await proofOfPin(tablet.token, readPin(pin)) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'full_sign_in_required') return 'sign_in'
    const wrong = error.code === 'code_wrong' ? v.safeParse(PinWrong, error.data) : null
    if (wrong?.success) return wrong.output
    if (error.code === 'too_many_requests') throw error
    return 'unreachable'
  }
}
