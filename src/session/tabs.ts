import type { SignedIn } from '../../contract/auth.ts'
import { clearPages } from '../device/sealed-pages.ts'
import { forgetPages } from '../device/tablet/forget-pages.ts'
import { joinChannel, type TabChannel } from '../device/tabs/channel.ts'
import { holders, holdLock, onceFree } from '../device/tabs/locks.ts'
import { store } from '../store.ts'
import { endOnServer } from './ended-later.ts'
import { dropForms } from './open-forms.ts'
import { authUserAtom, endSessionAtom, forgetSessionAtom, lockedAtom, tokenAtom } from './session-atoms.ts'
import { tabStorage } from './session-storage.ts'
import { LOCK_KEY, PAGES_KEY } from './stored-token.ts'
import { TabMessage } from './tab-messages.ts'

/*
 * The tabs of one browser share one session, although session storage is each tab's own: they speak over a channel,
 * and every tab with a session holds a shared lock. Nothing goes to storage that outlives them.
 */
const CHANNEL = 'enamel-session'
const LOCK = 'enamel-session'
/** Time that a new tab waits for another one's session, in milliseconds; a frozen tab never answers. */
const ANSWER_MS = 1_000

/** A session of another tab, with the key of its stored pages. */
export type HandedOver = SignedIn & { pagesKey?: string | undefined }

let channel: TabChannel<TabMessage> | undefined
/** The question this tab has asked and what to do with its answer. */
let asked: { id: string; answered: (session: HandedOver) => void } | undefined
let releaseLock: (() => void) | undefined

/** Connects this tab with the others. */
export function joinTabs(): void {
  if (channel) return
  channel = joinChannel(CHANNEL, TabMessage, onMessage)
  if (!channel) return
  store.sub(tokenAtom, holdLockWhileSignedIn)
  store.sub(lockedAtom, holdLockWhileSignedIn)
  holdLockWhileSignedIn()
}

/** Says something to all other tabs. */
export function notifyTabs(message: TabMessage): void {
  joinTabs()
  channel?.post(message)
}

/** Takes over the session of another tab, if one has it and answers in time. */
export async function askTabs(): Promise<HandedOver | null> {
  // Without Web Locks it is unknown whether another tab has one, so ask.
  const own = releaseLock ? 1 : 0
  if (!channel || (await holders(LOCK)) === own) return null
  const id = String(Math.random())
  const session = await new Promise<HandedOver | null>((resolve) => {
    asked = { id, answered: resolve }
    setTimeout(() => resolve(null), ANSWER_MS)
    notifyTabs({ type: 'ask', id })
  })
  asked = undefined
  return session
}

function onMessage(message: TabMessage): void {
  const user = store.get(authUserAtom)
  const token = store.get(tokenAtom)
  switch (message.type) {
    case 'ask':
      if (user && token) notifyTabs({ type: 'tell', id: message.id, user, token, ...keys() })
      break
    case 'tell':
      if (asked?.id === message.id) {
        const { user, token, pagesKey, lockKey } = message
        asked.answered({ user, token, pagesKey, lockKey })
      }
      break
    case 'locked':
    case 'has-passkey':
    case 'unlocked':
      for (const listener of lockListeners) listener(message)
      break
    case 'ended':
      if (token !== message.token) break
      store.set(endSessionAtom)
      forgetPages({ ofThisTab: true })
      break
    case 'signed-out':
      store.set(forgetSessionAtom)
      dropForms()
      // What this tab has made its own just now may have come after the deletion.
      if (!message.locks) clearPages({ ofThisTab: true }).catch(() => {})
      // This tab was signed in by itself: its token would outlive it. No answer changes anything here.
      if (token && token !== message.token) void endOnServer(token)
  }
}

const keys = () => ({
  pagesKey: tabStorage.read(PAGES_KEY) ?? undefined,
  lockKey: tabStorage.read(LOCK_KEY) ?? undefined,
})

const lockListeners = new Set<(message: LockMessage) => void>()
type LockMessage = Extract<TabMessage, { type: 'locked' | 'unlocked' | 'has-passkey' }>

/** Calls the listener when another tab locks or unlocks. */
export function onTabLock(listener: (message: LockMessage) => void): void {
  lockListeners.add(listener)
}

/** Runs when no tab of this browser has a session; not at all while one has. */
export function onceNobodyIsSignedIn(then: () => void): void {
  // The lock of a session that this tab has just let go may take a moment to be free.
  onceFree(LOCK, ANSWER_MS, then)
}

function holdLockWhileSignedIn(): void {
  // A locked tab goes on with its session: what is kept of it stays.
  const signedIn = store.get(tokenAtom) !== null || store.get(lockedAtom) !== null
  if (signedIn && !releaseLock) {
    releaseLock = holdLock(LOCK, () => () => {}, 'shared')
  } else if (!signedIn && releaseLock) {
    releaseLock()
    releaseLock = undefined
  }
}
