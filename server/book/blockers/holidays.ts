import { readFile } from 'node:fs/promises'
import type { Holiday } from '../../../contract/blockers.ts'
import { addDays } from '../../../domain/clinic-time.ts'
import { ownValue } from '../../../domain/own.ts'

/** An entry of holidays.json. */
export type StoredHoliday = {
  name: string
  /** 'MM-DD' of every year, or the days one by one: '2026-04-03 2027-03-26'. */
  on: string
  /** Its number of days; by default one. */
  days?: number
  yearly?: boolean
  toBeConfirmed?: boolean
}

/**
 * A country's public holidays of a year by date, including substitutes for weekends. Dates that follow the
 * moon are predictions and can be a day or two off.
 * @param country two letters, 'NG'
 * @param year one of `HOLIDAY_YEARS`
 */
export async function publicHolidays(country: string, year: number): Promise<Holiday[]> {
  // Read on demand: few servers need the calendars of the whole world, and those once a year.
  const text = await readFile(new URL('holidays.json', import.meta.url), 'utf8')
  const all: Record<string, StoredHoliday[]> = JSON.parse(text)
  return (ownValue(all, country) ?? [])
    .flatMap(({ name, on, days = 1, yearly = false, toBeConfirmed = false }) =>
      daysOf(on, year).map((from) => ({ name, from, to: addDays(from, days - 1), yearly, toBeConfirmed })),
    )
    .sort((a, b) => a.from.localeCompare(b.from))
}

function daysOf(on: string, year: number): string[] {
  return on.length === 'MM-DD'.length
    ? [`${year}-${on}`]
    : on.split(' ').filter((day) => day.startsWith(`${year}`))
}
