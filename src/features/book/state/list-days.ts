import { addDays } from '../../../../domain/clinic-time.ts'

export const DAY_CHOICES = ['all', 'fromToday', 'today', 'tomorrow', 'week'] as const
export type DayChoice = (typeof DAY_CHOICES)[number]
/** Choices whose days move with the clock. */
export const MOVING_DAYS = ['fromToday', 'today', 'tomorrow', 'week'] as const satisfies readonly DayChoice[]

/** Both 'YYYY-MM-DD' in clinic time and included; empty: no bound. */
export type Days = { from: string; to: string }

/** The days that a choice means today. */
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

/** The days that a list shows today. */
export const shownDays = ({ days, from, to }: Days & { days: DayChoice | '' }, today: string): Days =>
  days === '' ? { from, to } : daysOf(days, today)
