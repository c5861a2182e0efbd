import type { DashboardAddress } from '../state/dashboard-address.ts'

/**
 * The day of the book that is looked at, if it is to come: whoever turned to it books there, and nobody walks in there.
 * Null: today's, a list, or a day that has been.
 * @param today 'YYYY-MM-DD' in clinic time
 */
export const comingDay = (
  { view, day }: Pick<DashboardAddress, 'view' | 'day'>,
  today: string,
): string | null => (view !== 'list' && day > today ? day : null)
