import { atom, useAtomValue, useSetAtom } from 'jotai'

/** Duration of a toast, in milliseconds (specification, section 9). */
export const TOAST_MS = 3_000
/** After how long the status message clears, in milliseconds (specification, section 9). */
export const STATUS_MS = 10_000

export type MessageKind = 'success' | 'error' | 'info'
/**
 * Part of a message about one change. Only a page with a message bar has such messages; the next one replaces it.
 * @property undo undoes the change
 * @property stays until it is closed; else it disappears by itself
 */
export type OfChange = { undo?: (() => void) | undefined; stays?: boolean }
export type Message = { id: number; kind: MessageKind; text: string; ofChange?: OfChange | undefined }

const statusState = atom<Message | null>(null)
const toastsState = atom<readonly Message[]>([])
let lastId = 0

export const statusAtom = atom((get) => get(statusState))

/** Oldest first. */
export const toastsAtom = atom((get) => get(toastsState))

/**
 * As the page's status and as a toast; each disappears after its time. One about a change is in the bar alone: where
 * there is none, because its page was left meanwhile, it is a toast and can't be undone.
 */
export const notifyAtom = atom(null, (get, set, kind: MessageKind, text: string, change?: OfChange) => {
  lastId += 1
  const ofChange = get(barsAtom) > 0 ? change : undefined
  const message: Message = { id: lastId, kind, text, ofChange }
  if (change) set(closeAtom)
  else set(statusState, message)
  // A repeated text would be read twice, so the newer message replaces the older.
  set(toastsState, (toasts) => [...toasts.filter((toast) => toast.text !== text), message])
  if (ofChange) return
  setTimeout(() => set(toastsState, (toasts) => toasts.filter(({ id }) => id !== message.id)), TOAST_MS)
  setTimeout(() => set(statusState, (status) => (status?.id === message.id ? null : status)), STATUS_MS)
})

/** Clears the messages of a step that is left. */
export const leaveAtom = atom(null, (_get, set) => {
  set(statusState, null)
  set(toastsState, [])
})

/** Closes a message; without an id the one about a change. */
export const closeAtom = atom(null, (_get, set, id?: number) =>
  set(toastsState, (toasts) =>
    toasts.filter((toast) => (id === undefined ? !toast.ofChange : toast.id !== id)),
  ),
)

const barsState = atom(0)
/**
 * Number of message bars on the page, which replace toasts (features/book/visit/message-bar.tsx); set by the
 * difference. The last one takes the message about a change with it, so that no patient's name stays on other pages.
 */
export const barsAtom = atom(
  (get) => get(barsState),
  (get, set, difference: 1 | -1) => {
    set(barsState, (bars) => bars + difference)
    if (get(barsState) === 0) set(closeAtom)
  },
)

/** A toast stays for three seconds. */
export const clearStatusAtom = atom(null, (_get, set) => set(statusState, null))

export function useMessages() {
  return {
    status: useAtomValue(statusAtom),
    notify: useSetAtom(notifyAtom),
    clear: useSetAtom(clearStatusAtom),
    leave: useSetAtom(leaveAtom),
  }
}
