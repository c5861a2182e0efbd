import type { BlockedAppointment, SaveBlockerWire } from '../../../contract/blockers.ts'
import { ApiError } from '../../http/api-error.ts'

/** The appointments under any of some blockers, by time. */
export function together(lists: readonly (readonly BlockedAppointment[])[]): BlockedAppointment[] {
  const byId = new Map(lists.flat().map((appointment) => [appointment.id, appointment]))
  return [...byId.values()].sort((a, b) => a.appointment_date.localeCompare(b.appointment_date))
}

export type Failed = { name: string; error: unknown }

/** Continues after a refusal; stops when no answer comes or the server fails. @param onDone gets the number saved so far */
export async function addOneByOne(
  blockers: readonly SaveBlockerWire[],
  save: (blocker: SaveBlockerWire) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<{ done: number; failed: Failed[] }> {
  const failed: Failed[] = []
  let done = 0
  for (const blocker of blockers) {
    try {
      await save(blocker)
      done += 1
      onDone(done)
    } catch (error) {
      failed.push({ name: blocker.description, error })
      if (!(error instanceof ApiError && error.isRefusal)) break
    }
  }
  return { done, failed }
}
