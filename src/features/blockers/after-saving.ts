import type { BlockedAppointment } from '../../../contract/blockers.ts'
import { appointmentNow, changeAppointment, isUnanswered } from '../../api/appointments-change.ts'
import { sendLinks } from '../../api/closures.ts'

/** Task for the appointments under new blockers: cancel them, or send each a link to choose another time. */
export type Task = { kind: 'cancel'; reason: string } | { kind: 'links'; blockers: readonly string[] }

type Visits = readonly BlockedAppointment[]
type Calls = { cancel: typeof changeAppointment; send: typeof sendLinks }

/**
 * Runs the task for all, in batches that a call accepts.
 * @param onDone called with the number done so far
 * @returns appointments for which it failed, to be tried again
 */
export const doForAll = (
  task: Task,
  visits: Visits,
  onDone: (done: number) => void,
  { cancel, send }: Calls = { cancel: changeAppointment, send: sendLinks },
): Promise<BlockedAppointment[]> =>
  task.kind === 'cancel'
    ? cancelAll(visits, task.reason.trim(), onDone, cancel)
    : sendAll(visits, task.blockers, onDone, send)

/** One after the other; their patients get the message. Stops where the server is away. */
async function cancelAll(
  visits: Visits,
  reason: string,
  onDone: (done: number) => void,
  cancel: Calls['cancel'],
): Promise<BlockedAppointment[]> {
  const missed: BlockedAppointment[] = []
  for (const [at, visit] of visits.entries()) {
    try {
      await cancel(visit, { status: 'cancelled', ...(reason && { reason }) })
    } catch (error) {
      if (isUnanswered(error)) return [...missed, ...visits.slice(at)]
      const current = appointmentNow(error)
      if (current?.status !== 'cancelled') missed.push(current ? asOfNow(visit, current) : visit)
    }
    onDone(at + 1 - missed.length)
  }
  return missed
}

/** The version to cancel next time, of a visit that somebody has changed; one that was moved stays. */
function asOfNow(
  visit: BlockedAppointment,
  { version, ...now }: NonNullable<ReturnType<typeof appointmentNow>>,
): BlockedAppointment {
  const isInPlace =
    Date.parse(now.appointment_date) === Date.parse(visit.appointment_date) &&
    now.user.location === visit.location &&
    now.doctor.id === visit.doctor.id
  return isInPlace ? { ...visit, version } : visit
}

/** Sends links by blocker. Patients who have a link already get no other. */
async function sendAll(
  visits: Visits,
  blockers: readonly string[],
  onDone: (done: number) => void,
  send: Calls['send'],
): Promise<BlockedAppointment[]> {
  let left = [...visits]
  for (const blocker of blockers) {
    const before = visits.length - left.length
    const ids = left.map(({ id }) => id)
    const told = new Set(await send(blocker, ids, (now) => onDone(before + now)).catch((): string[] => []))
    left = left.filter(({ id }) => !told.has(id))
  }
  return left
}
