import * as v from 'valibot'
import { FORM_FIELD_OF_WIRE } from '../../../contract/booking.ts'
import { AppointmentTypeField } from '../../../contract/catalog.ts'
import type { FieldErrors } from '../../../contract/envelope.ts'
import {
  Age,
  ClinicDate,
  Complaint,
  Email,
  type FieldMessage,
  Nationality,
  PersonName,
  Phone,
  TimeOfDay,
} from '../../../contract/fields.ts'
import type { VerifiedPatient } from '../../../contract/one-time-codes.ts'
import { problemOfWire } from '../../ui/form/problem-of-wire.ts'
import { type BookingField, type BookingForm, STEP_FIELDS } from './booking-form.ts'
import type { BookingErrors, FieldError } from './booking-state.ts'
import { isLocked } from './patient-form.ts'
import { missingFields } from './steps.ts'

const ageNotDigits: FieldMessage = 'age_invalid'

/** Age as typed, the one field whose text differs from what goes over the wire; it may stay empty. */
const TypedAge = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => /^\d*$/.test(text), ageNotDigits),
  v.transform((text) => (text === '' ? null : Number(text))),
  v.nullable(Age),
)

/** The contract's own schemas, so that both sides refuse the same. What cannot be mistyped is not here. */
const SCHEMAS: Partial<Record<BookingField, v.GenericSchema>> = {
  firstName: PersonName,
  lastName: PersonName,
  age: TypedAge,
  email: Email,
  phoneNumber: Phone,
  nationality: Nationality,
  appointmentType: AppointmentTypeField,
  date: ClinicDate,
  time: TimeOfDay,
  description: Complaint,
}

/** What is wrong with the fields of a step. What a verified patient can't change is never wrong. */
export function findErrors(
  form: BookingForm,
  step: 2 | 3,
  patient: VerifiedPatient | null = null,
): BookingErrors {
  if (patient && step === 2) return patientErrors(form, patient)
  const errors: BookingErrors = {}
  for (const field of STEP_FIELDS[step]) Object.assign(errors, fieldError(form, field))
  return errors
}

function patientErrors(form: BookingForm, patient: VerifiedPatient): BookingErrors {
  const errors: BookingErrors = {}
  for (const field of STEP_FIELDS[2]) {
    if (!isLocked(field, patient) && form[field].trim() !== '') Object.assign(errors, fieldError(form, field))
  }
  for (const field of missingFields(form, 2, patient)) errors[field] = { key: 'contact' }
  return errors
}

function fieldError(form: BookingForm, field: BookingField): BookingErrors {
  const schema = SCHEMAS[field]
  const result = schema && v.safeParse(schema, form[field], { abortEarly: true })
  if (!result || result.success) return {}
  return { [field]: { key: result.issues[0].message as FieldMessage } }
}

/**
 * The server's complaints at the fields they belong to; names that the form does not have are left out.
 * @param code of the answer
 */
export function errorsOfWire(errors: FieldErrors, code?: string): BookingErrors {
  const found: BookingErrors = {}
  for (const [name, sentence] of Object.entries(errors)) {
    const field = FORM_FIELD_OF_WIRE[name as keyof typeof FORM_FIELD_OF_WIRE] as BookingField | undefined
    if (field) found[field] ??= problemOfWire(sentence, code) as FieldError
  }
  return found
}
