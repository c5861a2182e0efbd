/* Reception tablets (docs/decisions/033). A start that only asks whether this is a tablet imports mark.ts instead. */

export { proofOfPin } from '../../device/tablet/keys.ts'
export { isPin, readPin } from '../../device/tablet/pin-format.ts'
export {
  forgetTablet,
  newPin,
  setUpTablet,
  tabletPeople,
  tabletsPossible,
  thisTablet,
} from '../../device/tablet/registration.ts'
export { tabletKey } from '../../device/tablet/tablet-key.ts'
export { MAX_TRIES, triesLeft, type UnlockOutcome, unlock } from '../../device/tablet/unlock.ts'
export { isUnlocked, lock, onLock } from '../../device/tablet/unlocked.ts'
export { contactServer } from './contact.ts'
export { noteSignIn } from './note-sign-in.ts'
export { watchTablet } from './watch.ts'
