import type { Slot } from './labels.ts'

/*
 * A slot as it is typed into the parts of a picker, which follow each other by themselves.
 */

export const typedTime = (time: string) => {
  const hour = Number(time.slice(0, 2))
  return `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(3)}${hour < 12 ? 'A' : 'P'}`
}
export const typedDay = (date: string) => date.slice(8) + date.slice(5, 7) + date.slice(0, 4)
export const typedMoment = ({ date, time }: Slot) => typedDay(date) + typedTime(time)
