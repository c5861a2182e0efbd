import { addDays } from '../../domain/clinic-time.ts'

/** A day and a time of day in clinic time: '2030-03-04' and '09:30'. */
export type Slot = { date: string; time: string }

/** Slots of a day, from nine o'clock on. */
export const everyTenMinutes = (date: string, count: number): Slot[] =>
  Array.from({ length: count }, (_, index) => ({
    date,
    time: `${String(9 + Math.floor(index / 6)).padStart(2, '0')}:${index % 6}0`,
  }))

/** The instant of a slot. Lagos is an hour ahead of UTC all year, so no rule of the app is needed for it. */
export const instantOf = ({ date, time }: Slot) => new Date(`${date}T${time}:00+01:00`)

/** '9:30 AM' for '09:30'. */
export function spokenTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** 'Monday, 4 March 2030' for '2030-03-04'. */
export function spokenDay(date: string): string {
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })
  return `${name({ weekday: 'long' })}, ${dayOfMonth(date)} ${spokenMonth(date)}`
}

/** 'Mon 4 Mar' for '2030-03-04'. */
export function shortDay(date: string): string {
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return `${name({ weekday: 'short' })} ${dayOfMonth(date)} ${name({ month: 'short' })}`
}

/** 'March 2030' for '2030-03-04', as the calendar's head has it. */
export function spokenMonth(date: string): string {
  const month = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
  return `${month} ${date.slice(0, 4)}`
}

/** '4' for '2030-03-04', as the calendar's days are named. */
export const dayOfMonth = (date: string) => String(Number(date.slice(8)))

/** Today at the clinic, some days later or earlier. */
export const clinicDay = (daysFromToday = 0) =>
  addDays(new Date(Date.now() + 3_600_000).toISOString().slice(0, 10), daysFromToday)
