import { atom, useAtomValue } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { onLiveEvent } from '../../../live/live-events.ts'
import { store } from '../../../session/store.ts'

/** How long a new appointment is marked as such, in milliseconds, once the page can be seen. */
const NEW_FOR_MS = 10_000

/** Ids of the appointments that were booked while this page was open. What paging brings up is not among them. */
const newIdsAtom = atom<ReadonlySet<string>>(new Set<string>())

onLiveEvent((event) => {
  if (event.type !== 'appointment' || event.change !== 'booked') return
  change((ids) => ids.add(event.id))
  onceVisible(() => setTimeout(() => change((ids) => ids.delete(event.id)), NEW_FOR_MS))
})

function change(how: (ids: Set<string>) => void): void {
  const ids = new Set(store.get(newIdsAtom))
  how(ids)
  store.set(newIdsAtom, ids)
}

function onceVisible(then: () => void): void {
  if (document.visibilityState === 'visible') then()
  else document.addEventListener('visibilitychange', then, { once: true })
}

/** Whether an appointment was booked elsewhere just now, while this page was open, and still is to take place. */
export function useIsNew({ id, status }: Pick<Appointment, 'id' | 'status'>): boolean {
  const isNew = useAtomValue(newIdsAtom).has(id)
  return isNew && status !== 'cancelled'
}
