import * as v from 'valibot'
import { AppointmentTypeField } from '../../../../contract/catalog.ts'
import {
  Age,
  ClinicDate,
  Complaint,
  Email,
  type FieldMessage,
  Nationality,
  Phone,
  TimeOfDay,
  VisitorName,
} from '../../../../contract/fields.ts'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { problemsOf } from '../../../ui/form/problems.ts'
import { type BookingField, type BookingForm, isForMinor, STEP_FIELDS } from './booking-form.ts'
import type { BookingErrors } from './booking-state.ts'
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

/** Optional, so empty is right too. */
const TypedGuardian = v.pipe(
  v.string(),
  v.transform((text) => (text.trim() === '' ? null : text)),
  v.nullable(VisitorName),
)

/** The contract's own schemas, so that both sides refuse the same. What cannot be mistyped is not here. */
const SCHEMAS: Partial<Record<BookingField, v.GenericSchema>> = {
  firstName: VisitorName,
  lastName: VisitorName,
  age: TypedAge,
  email: Email,
  phoneNumber: Phone,
  guardian: TypedGuardian,
  nationality: Nationality,
  appointmentType: AppointmentTypeField,
  date: ClinicDate,
  time: TimeOfDay,
  description: Complaint,
}

/** Mistakes in the fields of a step. Fields that a verified patient can't change are never wrong. */
export function findErrors(
  form: BookingForm,
  step: 2 | 3,
  patient: VerifiedPatient | null = null,
): BookingErrors {
  if (patient && step === 2) return patientErrors(form, patient)
  return errorsIn(
    form,
    STEP_FIELDS[step].filter((field) => isAsked(field, form)),
  )
}

/** A guardian that was named before the age was corrected is on no screen. */
const isAsked = (field: BookingField, form: BookingForm) => field !== 'guardian' || isForMinor(form)

function patientErrors(form: BookingForm, patient: VerifiedPatient): BookingErrors {
  const filled = STEP_FIELDS[2].filter(
    (field) => !isLocked(field, patient) && isAsked(field, form) && form[field].trim() !== '',
  )
  const errors = errorsIn(form, filled)
  for (const field of missingFields(form, 2, patient)) errors[field] = { key: 'contact' }
  return errors
}

function errorsIn(form: BookingForm, fields: readonly BookingField[]): BookingErrors {
  const checks: Record<string, v.GenericSchema> = {}
  for (const field of fields) checks[field] = SCHEMAS[field] ?? v.string()
  return problemsOf<BookingField, FieldMessage>(v.object(checks), form)
}
