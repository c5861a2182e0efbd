import * as v from 'valibot'
import { daysBetween } from '../domain/clinic-time.ts'
import { answerOf } from './envelope.ts'
import { ClinicDate, type FieldMessage, Id, LocationText } from './fields.ts'

export const AVAILABILITY_MAX_DAYS = 62

const dateInvalid: FieldMessage = 'date_invalid'

/** Reports whether two days are in order, with no more between them than one answer covers. */
export function isPermittedSpan({ from, to }: { from: string; to: string }): boolean {
  const days = daysBetween(from, to)
  return days >= 0 && days < AVAILABILITY_MAX_DAYS
}

/**
 * GET /availability: days in clinic time, both included. Without a doctor, any doctor who does the service counts.
 * Without a service, the default length applies.
 */
export const AvailabilityQuery = v.pipe(
  v.object({
    location: LocationText,
    from: ClinicDate,
    to: ClinicDate,
    doctorId: v.optional(Id),
    serviceId: v.optional(Id),
  }),
  v.forward(v.partialCheck([['from'], ['to']], isPermittedSpan, dateInvalid), ['to']),
)

/** Slots are 'HH:mm' in clinic time, in order; days without any are listed too. */
export const DayAvailability = v.object({ date: v.string(), slots: v.array(v.string()) })
export const AvailabilityAnswer = answerOf(v.array(DayAvailability))
export type DayAvailability = v.InferOutput<typeof DayAvailability>

/** GET /availability/next: the location's first free slot of the usual length, with any doctor. */
export const NextFreeQuery = v.object({ location: LocationText })
/**
 * Maximum age of the answer, in seconds: others book meanwhile, and a visitor only wants to know whether it is soon.
 */
export const NEXT_FREE_SECONDS = 60

/** 'YYYY-MM-DD' and 'HH:mm' in clinic time; null: nothing is free as far as one may book. */
export const NextFree = v.nullable(v.object({ date: v.string(), time: v.string() }))
export const NextFreeAnswer = answerOf(NextFree)
export type NextFree = v.InferOutput<typeof NextFree>
