import type { Opener } from '../../seal/format.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { openUnlocked } from '../device/tablet/unlocked.ts'
import { sessionKey } from './session-key.ts'

/** Opens pages sealed for the present person at this device. Null: nothing can be opened. */
export const openerNow = async (): Promise<Opener | null> =>
  isTablet() ? openUnlocked : ((await sessionKey())?.open ?? null)
