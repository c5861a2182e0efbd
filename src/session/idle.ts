import { isIdle } from '../../domain/idle.ts'
import { clinicFacts } from '../clinic.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { lock as lockTablet } from '../device/tablet/unlocked.ts'
import { throttle } from '../device/throttle.ts'
import { store } from '../store.ts'
import { lockTab } from './lock.ts'
import { asksForPinAtom } from './open-session.ts'
import { forgetSessionAtom, readOnlyAtom, sessionKnownAtom, tokenAtom } from './session-atoms.ts'

/** Idle limit of a reception tablet, in minutes. */
const TABLET_MINUTES = 60
/** Key in localStorage: last user activity in any tab, in milliseconds by the device's clock. */
const KEY = 'lastHand'
/** Minimum interval of writing activity, and interval of checks, in milliseconds. */
const NOTE_EVERY_MS = 5_000
const ASK_EVERY_MS = 10_000
const HANDS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let latest: number | null = null

const minutes = () => (isTablet() ? TABLET_MINUTES : clinicFacts().idleMinutes)

function lastHand(): number | null {
  try {
    const noted = Number(localStorage.getItem(KEY)) || null
    return noted === null || latest === null ? (noted ?? latest) : Math.max(noted, latest)
  } catch {
    return latest
  }
}

function note(now: number): void {
  latest = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // Each tab goes by its own then.
  }
}

/** Whether patients' data is on screen: in a session, or read from a tablet without one. */
const isOpen = () => store.get(tokenAtom) !== null || store.get(readOnlyAtom)

// A sign-in or unlock is user activity.
for (const each of [tokenAtom, readOnlyAtom]) store.sub(each, () => isOpen() && note(Date.now()))

function lockHere(): void {
  if (!store.get(readOnlyAtom)) {
    lockTab({ minutes: minutes() })
    return
  }
  store.set(asksForPinAtom, true)
  store.set(forgetSessionAtom)
  lockTablet()
}

/** Locks after the idle limit. Activity in the future was written while the clock was ahead. */
function lockIfIdle(): void {
  if (!isOpen()) return
  const [now, last] = [Date.now(), lastHand()]
  if (isIdle(last, now, minutes())) lockHere()
  else if (last === null || last > now) note(now)
}

/**
 * Checks the idle limit at the start of a page with a stored session: the device may have slept, or the browser been
 * closed.
 */
export function lockAtStart(): void {
  if (store.get(sessionKnownAtom)) note(Date.now())
  else lockIfIdle()
}

/**
 * Locks when no hand was on any tab for so many minutes: by the clock, which goes on while a device sleeps, and so before
 * the first press after it counts. What comes from the server is no hand. @returns stops it
 */
export function watchHands(): () => void {
  const noteHand = throttle(() => {
    const now = Date.now()
    // A hand was here just now: the storage need not be read at every move.
    if (latest !== null && latest <= now && now - latest < NOTE_EVERY_MS) return
    lockIfIdle()
    if (isOpen()) note(now)
  })
  const touch = ({ isTrusted }: Event) => isTrusted && noteHand()
  lockIfIdle()
  const timer = setInterval(lockIfIdle, ASK_EVERY_MS)
  for (const hand of HANDS) addEventListener(hand, touch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', lockIfIdle)
  addEventListener('pageshow', lockIfIdle)
  return () => {
    clearInterval(timer)
    noteHand.cancel()
    for (const hand of HANDS) removeEventListener(hand, touch, { capture: true })
    document.removeEventListener('visibilitychange', lockIfIdle)
    removeEventListener('pageshow', lockIfIdle)
  }
}
