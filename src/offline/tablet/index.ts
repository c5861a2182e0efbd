/*
 * Reception tablets, on the device (design, section 8): the keys under the PIN, the seal of what is kept, and what the
 * server says that may be kept. A start that only asks whether this is a tablet imports mark.ts instead.
 */
export { contactServer } from './contact.ts'
export { isPin, readPin } from './pin.ts'
export { forgetTablet, setUpTablet, tabletsPossible, thisTablet } from './registration.ts'
export { tabletSeal } from './tablet-seal.ts'
export { MAX_TRIES, triesLeft, type UnlockOutcome, unlock } from './unlock.ts'
export { isUnlocked, lock, onLock } from './unlocked.ts'
export { watchTablet } from './watch.ts'
