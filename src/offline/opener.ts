import type { Opener } from '../../seal/format.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { openUnlocked } from '../device/tablet/unlocked.ts'
import { sessionKey } from './session-key.ts'

/** Opens what was sealed for whoever is at this device now. Null: nothing can be. */
export const openerNow = async (): Promise<Opener | null> =>
  isTablet() ? openUnlocked : ((await sessionKey())?.open ?? null)
