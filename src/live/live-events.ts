import type { LiveEvent } from '../../contract/events.ts'

/** Number of versions that are remembered; older ones don't come again. */
const REMEMBERED = 500

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()
const seen = new Set<string>()

/** Calls `listener` with each event once. @returns a function that ends it */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the listeners of an event, unless this page has seen that version: every event may come twice. */
export function takeLiveEvent(event: LiveEvent): void {
  if (event.type === 'appointment') {
    const version = `${event.id} ${event.version}`
    if (seen.has(version)) return
    seen.add(version)
    const [oldest = ''] = seen
    if (seen.size > REMEMBERED) seen.delete(oldest)
  }
  for (const listener of listeners) listener(event)
}
