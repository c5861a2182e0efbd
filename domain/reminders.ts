import type { ReminderRule } from './clinic.ts'
import { addDays, clinicDate, clinicTime, toInstant } from './clinic-time.ts'

const HOUR_MS = 3_600_000

/** Quiet hours for SMS, in clinic time, from the evening to the morning. */
export const QUIET_HOURS = { from: '20:00', to: '08:00' } as const
/** Send time of an SMS that would be due in quiet hours, the evening before. */
const EVENING = '19:00'
/** Minimum lead time of a reminder. */
export const MIN_LEAD_MS = HOUR_MS
/** Minimum distance of two reminders: of two closer ones only the later one is sent. */
const APART_MS = 12 * HOUR_MS
/** A reminder that is later than this, after an outage, makes way for the next one. */
const LATE_MS = HOUR_MS

export const DEFAULT_REMINDERS: readonly ReminderRule[] = [
  { hoursBefore: 48, by: ['email', 'sms'] },
  { hoursBefore: 3, by: ['sms'] },
]

export type ReminderChannel = ReminderRule['by'][number]

/** An appointment as its reminders see it. */
export type RemindedVisit = {
  startsAt: Date
  /** Time of the booking, or of the move to its time or place. */
  since: Date
  /** The patient's channels. */
  channels: readonly ReminderChannel[]
}

export type Reminder = {
  /** Distinguishes an appointment's reminders: '48h', or '48h sms' of a rule that uses all. */
  step: string
  /** Sent by the first of them that the patient has. */
  by: readonly ReminderChannel[]
  dueAt: Date
}

/** Reports whether it is too late in the evening, or too early, for an SMS. */
export function isQuiet(at: Date, timeZone: string): boolean {
  const time = clinicTime(at, timeZone)
  return time >= QUIET_HOURS.from || time < QUIET_HOURS.to
}

/** The end of the quiet hours around an instant. */
export function quietUntil(at: Date, timeZone: string): Date {
  const date = clinicDate(at, timeZone)
  const morning = clinicTime(at, timeZone) < QUIET_HOURS.to ? date : addDays(date, 1)
  return toInstant(morning, QUIET_HOURS.to, timeZone)
}

/**
 * All reminders of an appointment, in order, whatever the current time. None is due for an appointment that was booked
 * or moved after the time of the rule. An SMS due in quiet hours is sent the evening before, or, for an appointment
 * made after that, in the morning if the lead time suffices.
 */
export function remindersOf(
  visit: RemindedVisit,
  rules: readonly ReminderRule[],
  timeZone: string,
): Reminder[] {
  const ofRules = rules.flatMap((rule) => {
    const theirs = remindersBy(visit, rule, timeZone)
    return theirs.length > 0 ? [theirs] : []
  })
  const inOrder = ofRules.toSorted((one, other) => lastOf(one) - lastOf(other))
  return inOrder
    .filter((group, i) => {
      const next = inOrder[i + 1]
      return next === undefined || firstOf(next) - lastOf(group) >= APART_MS
    })
    .flat()
}

const times = (group: readonly Reminder[]) => group.map(({ dueAt }) => dueAt.getTime())
const firstOf = (group: readonly Reminder[]) => Math.min(...times(group))
const lastOf = (group: readonly Reminder[]) => Math.max(...times(group))

function remindersBy(
  { startsAt, since, channels }: RemindedVisit,
  { hoursBefore, by, all = false }: ReminderRule,
  timeZone: string,
): Reminder[] {
  const ideal = new Date(startsAt.getTime() - hoursBefore * HOUR_MS)
  if (since > ideal) return []
  const usable = by.filter((channel) => channels.includes(channel))
  const used = all ? usable : usable.slice(0, 1)
  return used.flatMap((channel) => {
    const dueAt = channel === 'sms' ? smsTime(ideal, { startsAt, since }, timeZone) : ideal
    if (dueAt === null) return []
    return [{ step: all ? `${hoursBefore}h ${channel}` : `${hoursBefore}h`, by: all ? [channel] : by, dueAt }]
  })
}

/** Null: there is no good time for it. */
function smsTime(
  ideal: Date,
  { startsAt, since }: Pick<RemindedVisit, 'startsAt' | 'since'>,
  timeZone: string,
): Date | null {
  if (!isQuiet(ideal, timeZone)) return ideal
  const morning = quietUntil(ideal, timeZone)
  const evening = toInstant(addDays(clinicDate(morning, timeZone), -1), EVENING, timeZone)
  if (since <= evening) return evening
  return startsAt.getTime() - morning.getTime() >= MIN_LEAD_MS ? morning : null
}

/**
 * Earliest instant at which any reminder of an appointment can be due, whenever it was booked and however its patient
 * can be reached by then: no sweep has to look at it before.
 * @returns null: by these rules there is none
 */
export function earliestReminder(
  startsAt: Date,
  rules: readonly ReminderRule[],
  timeZone: string,
): Date | null {
  const reminders = rules.flatMap((rule) =>
    rule.by.flatMap((channel) =>
      remindersBy({ startsAt, since: new Date(0), channels: [channel] }, rule, timeZone),
    ),
  )
  return reminders.length > 0 ? new Date(firstOf(reminders)) : null
}

export type DueReminders = {
  due: readonly Reminder[]
  /** Time of the next check of the appointment; null: none. */
  next: Date | null
}

/**
 * Reminders due now. After an outage only the latest of several is sent, and none shortly before the next one or the
 * appointment. The caller knows the ones already made.
 */
export function dueReminders(
  visit: RemindedVisit,
  rules: readonly ReminderRule[],
  { now, timeZone }: { now: Date; timeZone: string },
): DueReminders {
  if (visit.startsAt <= now) return { due: [], next: null }
  const reminders = remindersOf(visit, rules, timeZone)
  const next = reminders.find(({ dueAt }) => dueAt > now)?.dueAt ?? null
  const begun = reminders.filter(({ dueAt }) => dueAt <= now)
  const latest = begun.at(-1)
  if (!latest) return { due: [], next }
  const isLate = now.getTime() - latest.dueAt.getTime() > LATE_MS
  const makesWay = isLate && next !== null && next.getTime() - now.getTime() < APART_MS
  const hours = latest.step.split(' ')[0]
  return { due: makesWay ? [] : begun.filter(({ step }) => step.split(' ')[0] === hours), next }
}
