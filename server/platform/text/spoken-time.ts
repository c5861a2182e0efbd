import { clinicDate, clinicTime, twelveHourTime } from '../../../domain/clinic-time.ts'
import type { Texts } from './texts.ts'

/**
 * Clinic time as patients read it: 'Monday, 4 March 2030 at 9:30 AM, Lagos time'. The zone is named by its
 * city, because a phone may be in another zone.
 * @param timeZone IANA name of the clinic's zone
 */
export function spokenTime(instant: Date, timeZone: string, texts: Texts): string {
  const when = spokenTimeInSubject(instant, timeZone, texts)
  return texts.say('time.zoned', { when, city: cityOf(timeZone) })
}

/** The time zone by its city: 'Lagos time'. */
export const cityTime = (timeZone: string, texts: Texts) => texts.say('look.zone', { city: cityOf(timeZone) })

/** 'Monday, 4 March 2030' */
export const spokenDay = (instant: Date, timeZone: string, texts: Texts) =>
  texts.say('time.day', dayOf(instant, timeZone, texts))

/** Without the zone, for a subject line: 'Monday, 4 March 2030 at 9:30 AM'. */
export function spokenTimeInSubject(instant: Date, timeZone: string, texts: Texts): string {
  const day = spokenDay(instant, timeZone, texts)
  return texts.say('time.when', { day, time: spokenTimeOfDay(instant, timeZone, texts) })
}

/** The short form for an SMS. */
export function spokenTimeInSms(instant: Date, timeZone: string, texts: Texts): string {
  const day = texts.say('sms.day', dayOf(instant, timeZone, texts))
  return texts.say('sms.when', { day, time: spokenTimeOfDay(instant, timeZone, texts) })
}

/**
 * End of an offer, after words such as 'until': the time of day, with the day in parentheses where it is another one than
 * now. They need no grammatical case.
 */
export function spokenEnd(instant: Date, now: Date, timeZone: string, texts: Texts): string {
  const time = spokenTimeOfDay(instant, timeZone, texts)
  const isToday = clinicDate(instant, timeZone) === clinicDate(now, timeZone)
  return isToday ? time : `${time} (${texts.say('sms.day', dayOf(instant, timeZone, texts))})`
}

/** Several in the short form; the time of day once where it is the same. */
export function spokenTimesInSms(instants: readonly Date[], timeZone: string, texts: Texts): string {
  const times = new Set(instants.map((instant) => spokenTimeOfDay(instant, timeZone, texts)))
  const [time = ''] = times
  if (times.size > 1) return instants.map((instant) => spokenTimeInSms(instant, timeZone, texts)).join('; ')
  const days = instants.map((instant) => texts.say('sms.day', dayOf(instant, timeZone, texts)))
  return texts.say('sms.when', { day: days.join('; '), time })
}

/**
 * Weekday, day, month and year in words, each in its grammatical form ('4 марта', not 'март'). Our own texts
 * join them, since commas and narrow spaces change between versions of the Unicode data.
 */
function dayOf(instant: Date, timeZone: string, { language }: Texts) {
  const parts = formatterFor(timeZone, language).formatToParts(instant)
  // Replaces the apostrophe letter of Hausa's 'Jummaʼa', which SMS and many phones lack.
  const named = Object.fromEntries(parts.map(({ type, value }) => [type, value.replaceAll('ʼ', "'")]))
  const { weekday = '', day = '', month = '', year = '' } = named
  return { weekday, day, month, year }
}

// Cached: creating one takes a hundred times as long as using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string, language: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    formatters.set(key, formatter)
  }
  return formatter
}

/** English uses 12 hours, as the page does; the others 24. */
export function spokenTimeOfDay(instant: Date, timeZone: string, { language }: Texts): string {
  const time = clinicTime(instant, timeZone)
  return language === 'en' ? twelveHourTime(time) : time.replace(/^0/, '')
}

const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
