import { bookableDays } from '../../../../domain/booking.ts'
import type { AvailabilityQuestion } from '../../../api/availability.ts'
import { clinicFacts } from '../../../clinic.ts'
import { bookablePart, monthsBetween } from './slot-days.ts'

export type MonthQuestion = { month: string; question: AvailabilityQuestion }

/** One question about free times per bookable month, this month first; 'now' is read in clinic time. */
export function monthQuestions(
  { location, doctorId, serviceId }: Pick<AvailabilityQuestion, 'location' | 'doctorId' | 'serviceId'>,
  now: Date,
): MonthQuestion[] {
  const { from, to } = bookableDays(now, clinicFacts().booking.horizonDays, clinicFacts().timeZone)
  return monthsBetween(from, to).map((month) => ({
    month,
    question: { location, doctorId, serviceId, ...bookablePart(month, from, to) },
  }))
}
