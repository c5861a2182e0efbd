import { FORM_FIELD_OF_WIRE } from '../../../../contract/booking.ts'
import type { FieldErrors } from '../../../../contract/envelope.ts'
import { problemsOfWire } from '../../../ui/form/problem-of-wire.ts'
import type { BookingErrors } from '../state/booking-state.ts'

/**
 * The server's complaints at the fields they belong to; names that the form does not have are left out.
 * @param code of the answer
 */
export function errorsOfWire(errors: FieldErrors, code?: string): BookingErrors {
  const named: FieldErrors = {}
  for (const [name, sentence] of Object.entries(errors)) {
    const field = Object.entries(FORM_FIELD_OF_WIRE).find(([wire]) => wire === name)?.[1]
    if (field) named[field] ??= sentence
  }
  return problemsOfWire(named, named, code) as BookingErrors
}
