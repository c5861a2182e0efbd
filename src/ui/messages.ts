import { atom, useAtomValue, useSetAtom } from 'jotai'

/** Duration of a toast, in milliseconds (specification, section 9). */
export const TOAST_MS = 3_000
/** After how long the status message clears, in milliseconds (specification, section 9). */
export const STATUS_MS = 10_000

export type MessageKind = 'success' | 'error' | 'info'
export type Message = { id: number; kind: MessageKind; text: string }

const statusState = atom<Message | null>(null)
const toastsState = atom<readonly Message[]>([])
let lastId = 0

export const statusAtom = atom((get) => get(statusState))

/** Oldest first. */
export const toastsAtom = atom((get) => get(toastsState))

/** As the page's status and as a toast; each disappears after its time. */
export const notifyAtom = atom(null, (_get, set, kind: MessageKind, text: string) => {
  lastId += 1
  const message: Message = { id: lastId, kind, text }
  set(statusState, message)
  // A repeated text would be read twice, so the newer message replaces the older.
  set(toastsState, (toasts) => [...toasts.filter((toast) => toast.text !== text), message])
  setTimeout(() => set(toastsState, (toasts) => toasts.filter(({ id }) => id !== message.id)), TOAST_MS)
  setTimeout(() => set(statusState, (status) => (status?.id === message.id ? null : status)), STATUS_MS)
})

/** Clears the messages of a step that is left. */
export const leaveAtom = atom(null, (_get, set) => {
  set(statusState, null)
  set(toastsState, [])
})

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
