import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { type BookingField, type BookingForm, STEP_FIELDS } from './booking-form.ts'

/** The four steps of the wizard (specification, section 2). */
export const STEPS = [1, 2, 3, 4] as const
export type Step = (typeof STEPS)[number]

/**
 * Fields that must be filled before a step is left for a later one (specification, section 5: 'Step gating').
 */
const REQUIRED = {
  2: ['firstName', 'lastName', 'email', 'phoneNumber'],
  3: ['appointmentType', 'date', 'time'],
} as const satisfies Record<2 | 3, readonly BookingField[]>

/**
 * Required fields of a step that are empty, in the order of the screen. A verified patient's clinic id is enough for
 * step 2 (specification, section 5), except for a contact: one of two, reported at the first.
 */
export function missingFields(
  form: BookingForm,
  step: 2 | 3,
  patient: VerifiedPatient | null = null,
): BookingField[] {
  if (patient && step === 2) return form.email.trim() || form.phoneNumber.trim() ? [] : ['email']
  const required: readonly BookingField[] = REQUIRED[step]
  return STEP_FIELDS[step].filter((field) => required.includes(field) && form[field].trim() === '')
}

/** Whether a field carries the required mark. The location is always chosen, yet marked as specified. */
export function isRequired(field: BookingField, patient: VerifiedPatient | null = null): boolean {
  if (patient && stepOf(field) === 2) return field === 'location'
  return field === 'location' || [...REQUIRED[2], ...REQUIRED[3]].some((required) => required === field)
}

/** The steps that must be in order before `target` opens, when one goes there from `current`. */
export function stepsToCheck(current: Step, target: Step): (2 | 3)[] {
  // A jump from the first step (after going back to it) passes over the ones between, so they count too.
  return ([2, 3] as const).filter((step) => step >= current && step < target)
}

/** The step of a field. */
export function stepOf(field: BookingField): 2 | 3 {
  return STEP_FIELDS[2].some((name) => name === field) ? 2 : 3
}

/** The first of some fields in the order of the wizard. */
export function firstField(fields: readonly BookingField[]): BookingField | undefined {
  return [...STEP_FIELDS[2], ...STEP_FIELDS[3]].find((field) => fields.includes(field))
}
