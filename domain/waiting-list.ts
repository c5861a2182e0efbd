import type { OpeningHours } from './clinic.ts'
import { addDays, clinicDate, clinicTime, timeOf, toInstant, weekdayOf } from './clinic-time.ts'
import { openMinutes } from './slots.ts'

/** Number of offers for a freed slot at once. */
export const OFFERED_AT_ONCE = 3
/** Validity of an offer, in minutes. The slot is not reserved for anyone. */
export const OFFER_MINUTES = 30
/** Minimum lead time of an offered slot, in minutes. */
export const OFFERED_AHEAD_MINUTES = 240
/** Time of the desk to call a person whom no message about an offer reaches, in minutes of opening time. */
const CALL_MINUTES = 60
/** Offers to one person on one day of the clinic. */
export const OFFERS_PER_DAY = 2
/** Rounds of offers for a freed slot, to others each time. */
export const OFFER_ROUNDS = 3
/** Longest waiting period, in days. */
export const WAITING_DAYS = 90
/** Offers are sent from the first to the second, in clinic time. */
const OFFER_HOURS = ['08:00', '20:00'] as const

export const PARTS_OF_DAY = ['morning', 'afternoon'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]
const NOON = '12:00'

/** Wanted times of a person on the waiting list. Days are 'YYYY-MM-DD' in clinic time. */
export type Wish = {
  from: string
  to: string
  /** 0 is Sunday; none: every day. */
  weekdays: readonly number[]
  /** Null: any time of the day. */
  partOfDay: PartOfDay | null
  /** Null: any doctor. */
  doctorId: string | null
  /** The appointment that would be moved: only an earlier time is useful; null: a first one. */
  visitStartsAt: Date | null
}

/** A time that is free for one doctor, in clinic time and in milliseconds since 1970. */
export type OfferedTime = { date: string; time: string; start: number; end: number; doctorId: string }

export function matchesWish(wish: Wish, { date, time, start, doctorId }: OfferedTime): boolean {
  return (
    wish.from <= date &&
    date <= wish.to &&
    (wish.weekdays.length === 0 || wish.weekdays.includes(weekdayOf(date))) &&
    (wish.partOfDay === null || wish.partOfDay === (time < NOON ? 'morning' : 'afternoon')) &&
    (wish.doctorId === null || wish.doctorId === doctorId) &&
    (wish.visitStartsAt === null || start < wish.visitStartsAt.getTime())
  )
}

/** Reports whether offers may be sent now: not at night. */
export function isOfferHour(now: Date, timeZone: string): boolean {
  const time = clinicTime(now, timeZone)
  return OFFER_HOURS[0] <= time && time < OFFER_HOURS[1]
}

const MINUTE_MS = 60_000
/** A place that is not open within so many days has no hours to wait for. */
const LOOKED_DAYS = 14

/**
 * End of an offer that the desk makes by phone: the place has been open for `CALL_MINUTES` from now on, by its hours
 * alone. Where it never opens, that many minutes from now.
 */
export function callUntil(hours: OpeningHours, now: Date, timeZone: string): Date {
  let left = CALL_MINUTES * MINUTE_MS
  const today = clinicDate(now, timeZone)
  for (let ahead = 0; ahead <= LOOKED_DAYS; ahead++) {
    const date = addDays(today, ahead)
    for (const { from, to } of openMinutes(hours, date, timeZone)) {
      const start = Math.max(now.getTime(), toInstant(date, timeOf(from), timeZone).getTime())
      const open = toInstant(date, timeOf(to), timeZone).getTime() - start
      if (open >= left) return new Date(start + left)
      if (open > 0) left -= open
    }
  }
  return new Date(now.getTime() + CALL_MINUTES * MINUTE_MS)
}

/** A waiting person, as far as the order of offers goes. */
export type WaitingPatient = {
  wish: Wish
  /** The same for everyone with the same contact. */
  person: string
  /** Offers to this person, on this day of the clinic. */
  offersToday: number
}

/**
 * Offers of one round, at most `OFFERED_AT_ONCE`: in the order given, each the first slot that suits and is not offered
 * in this round; a single slot is offered to all of them.
 * @param timesOf the slots that are free for somebody, in order
 */
export function nextOffers<W extends WaitingPatient>(
  waiting: readonly W[],
  timesOf: (one: W) => readonly OfferedTime[],
): { to: W; time: OfferedTime }[] {
  const offers: { to: W; time: OfferedTime }[] = []
  for (const to of waiting) {
    if (offers.length === OFFERED_AT_ONCE) break
    const inThisRound = offers.filter((offer) => offer.to.person === to.person).length
    if (to.offersToday + inThisRound >= OFFERS_PER_DAY) continue
    const suiting = timesOf(to).filter((time) => matchesWish(to.wish, time))
    const isOthers = (time: OfferedTime) =>
      offers.some(
        (offer) =>
          offer.time.doctorId === time.doctorId && offer.time.start < time.end && time.start < offer.time.end,
      )
    const time = suiting.find((each) => !isOthers(each)) ?? suiting[0]
    if (time) offers.push({ to, time })
  }
  return offers
}

export type WishMistake = 'date_invalid' | 'end_before_start' | 'slot_too_far'

/** Mistakes of a wish's days, by field. @param today the clinic's day */
export function mistakesInDays(
  { from, to }: Pick<Wish, 'from' | 'to'>,
  today: string,
): Record<string, WishMistake> {
  if (to < today) return { to: 'date_invalid' }
  if (to < from) return { to: 'end_before_start' }
  return to > addDays(today, WAITING_DAYS) ? { to: 'slot_too_far' } : {}
}

/** The same day so many months later, 'YYYY-MM-DD'; the last of the month where it lacks that day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return first.toISOString().slice(0, 10)
}
