import type { TFunction } from 'i18next'
import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { changeAppointment } from '../../api/appointments-change.ts'

export type Cancelled = { done: number; missed: readonly BlockedAppointment[] }

/**
 * Cancels visits one after the other; their patients get the message. What somebody has changed since stays as it is.
 * @param reason empty: none is given
 */
export async function cancelVisits(
  visits: readonly BlockedAppointment[],
  reason: string,
  cancel: typeof changeAppointment = changeAppointment,
): Promise<Cancelled> {
  const missed: BlockedAppointment[] = []
  for (const visit of visits) {
    try {
      await cancel(visit, { status: 'cancelled', ...(reason.trim() && { reason: reason.trim() }) })
    } catch {
      missed.push(visit)
    }
  }
  return { done: visits.length - missed.length, missed }
}

/** Says whose visits are still there. */
export const missedText = ({ missed }: Cancelled, t: TFunction<'blockers'>): string =>
  t('conflict.missed', { names: missed.map(({ patientName }) => patientName).join(', ') })
