import type { BlockerPreview, SaveBlockerWire } from '../../../contract/blockers.ts'
import { PREVIEW_APPOINTMENTS } from '../../../contract/blockers.ts'
import { sendLinks } from '../../api/closures.ts'
import { ApiError } from '../../http/api-error.ts'

/** An appointment under two of the new blockers counts once. */
export function together(previews: readonly BlockerPreview[]): BlockerPreview['appointments'] {
  const all = previews.flatMap(({ appointments }) => appointments.first)
  const first = [...new Map(all.map((appointment) => [appointment.id, appointment])).values()]
  const twice = all.length - first.length
  const total = previews.reduce((sum, { appointments }) => sum + appointments.total, 0) - twice
  const byTime = first.sort((a, b) => a.appointment_date.localeCompare(b.appointment_date))
  return { total, first: byTime.slice(0, PREVIEW_APPOINTMENTS) }
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

/**
 * Sends the patients of visits the links to choose another time by, each by the blockers that it lies under.
 * @returns whether every one of them gets a message
 */
export async function sendLinksUnder(
  blockerIds: readonly string[],
  visits: readonly { id: string }[],
  send: (blockerId: string, ids: readonly string[]) => Promise<string[]> = sendLinks,
): Promise<boolean> {
  let left = visits.map(({ id }) => id)
  for (const blockerId of blockerIds) {
    if (left.length === 0) return true
    const told = await send(blockerId, left).catch((): string[] => [])
    left = left.filter((id) => !told.includes(id))
  }
  return left.length === 0
}
