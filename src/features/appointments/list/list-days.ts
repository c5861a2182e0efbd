import { addDays } from '../../../../domain/clinic-time.ts'

export const DAY_CHOICES = ['all', 'fromToday', 'today', 'tomorrow', 'week'] as const
export type DayChoice = (typeof DAY_CHOICES)[number]

/** Both 'YYYY-MM-DD' in clinic time and included; empty: no bound. */
export type Days = { from: string; to: string }

/** The days that a choice means on a day. */
export function daysOf(choice: DayChoice, today: string): Days {
  const tomorrow = addDays(today, 1)
  const days = {
    all: { from: '', to: '' },
    fromToday: { from: today, to: '' },
    today: { from: today, to: today },
    tomorrow: { from: tomorrow, to: tomorrow },
    week: { from: today, to: addDays(today, 6) },
  } as const satisfies Record<DayChoice, Days>
  return days[choice]
}

/** The choice that means these days; null: none does, as the days of an address of yesterday. */
export const choiceOf = ({ from, to }: Days, today: string): DayChoice | null =>
  DAY_CHOICES.find((choice) => {
    const days = daysOf(choice, today)
    return days.from === from && days.to === to
  }) ?? null
