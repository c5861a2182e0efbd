import * as v from 'valibot'
import { daysBetween } from '../domain/clinic-time.ts'
import { answerOf } from './envelope.ts'
import { ClinicDate, type FieldMessage, Id, LocationText } from './fields.ts'

export const AVAILABILITY_MAX_DAYS = 62

const dateInvalid: FieldMessage = 'date_invalid'

/**
 * GET /availability: days in clinic time, both included; without a doctor, free means any doctor is who does the service.
 * Without a service, as long as a visit takes where nothing is said.
 */
export const AvailabilityQuery = v.pipe(
  v.object({
    location: LocationText,
    from: ClinicDate,
    to: ClinicDate,
    doctorId: v.optional(Id),
    serviceId: v.optional(Id),
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['to']],
      ({ from, to }) => {
        const days = daysBetween(from, to)
        return days >= 0 && days < AVAILABILITY_MAX_DAYS
      },
      dateInvalid,
    ),
    ['to'],
  ),
)

/** Slots are 'HH:mm' in clinic time, in order; days without any are listed too. */
export const DayAvailability = v.object({ date: v.string(), slots: v.array(v.string()) })
export const AvailabilityAnswer = answerOf(v.array(DayAvailability))
export type DayAvailability = v.InferOutput<typeof DayAvailability>
