/** The part of an appointment's time that one blocker takes, from and to an instant of ISO 8601. */
export type BlockedPart = { blocker: string; from: string; to: string }

type Period = { startsAt: Date; endsAt: Date }

/** @param there period of the blocker over the appointment */
export const partOf = (blocker: string, there: Period, appointment: Period): BlockedPart => ({
  blocker,
  from: new Date(Math.max(Number(there.startsAt), Number(appointment.startsAt))).toISOString(),
  to: new Date(Math.min(Number(there.endsAt), Number(appointment.endsAt))).toISOString(),
})

/**
 * Reports whether the desk put an appointment over this already: the same blocker took no less of its time then.
 * Another blocker, or more of the time, is new.
 */
export const isOverridden = (part: BlockedPart, overridden: readonly BlockedPart[]): boolean =>
  overridden.some(
    ({ blocker, from, to }) =>
      blocker === part.blocker &&
      Date.parse(from) <= Date.parse(part.from) &&
      Date.parse(part.to) <= Date.parse(to),
  )
