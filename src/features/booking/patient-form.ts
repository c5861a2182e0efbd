import type { VerifiedPatient } from '../../../contract/one-time-codes.ts'
import { startCase } from '../../../domain/start-case.ts'
import type { BookingField, BookingForm } from './booking-form.ts'

/** What a visitor must fill in, and a registered patient only where the clinic's record lacks it. */
const REQUIRED = ['firstName', 'lastName', 'email', 'phoneNumber'] as const

/** Whether a verified patient finds a field as the clinic has it, and can't change it (specification, section 2). */
export function isLocked(field: BookingField, patient: VerifiedPatient): boolean {
  const required = REQUIRED.find((name) => name === field)
  return required === undefined ? isOfRecord(field) : patient[required] !== ''
}

const isOfRecord = (field: BookingField) => field === 'gender' || field === 'age' || field === 'nationality'

/** The form with a verified patient's record in it; what was typed stays where the record has nothing. */
export function withRecord(form: BookingForm, patient: VerifiedPatient): BookingForm {
  return {
    ...form,
    firstName: startCase(patient.firstName) || form.firstName,
    lastName: startCase(patient.lastName) || form.lastName,
    email: patient.email || form.email,
    phoneNumber: patient.phoneNumber || form.phoneNumber,
    gender: patient.gender ?? '',
    age: patient.age === null ? '' : String(patient.age),
    nationality: patient.nationality,
  }
}
