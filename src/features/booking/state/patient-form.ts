import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import type { BookingField, BookingForm } from './booking-form.ts'
import type { BookingAction } from './booking-state.ts'

/** Fields that a visitor must fill in, and a registered patient only where the clinic's record lacks them. */
const REQUIRED = ['firstName', 'lastName', 'email', 'phoneNumber'] as const

/** Whether a verified patient finds a field as the clinic has it, and can't change it (specification, section 2). */
export function isLocked(field: BookingField, patient: VerifiedPatient): boolean {
  if (field === 'guardian') return patient.guardian !== ''
  const required = REQUIRED.find((name) => name === field)
  return required === undefined ? isOfRecord(field) : patient[required] !== ''
}

const isOfRecord = (field: BookingField) => field === 'gender' || field === 'age' || field === 'nationality'

/** Fields of the form from a verified patient's record; empty where the form must be filled in. */
export function recordOf(patient: VerifiedPatient): Partial<BookingForm> {
  const { rawId, emrId, firstName, lastName, middleName, address, email, phoneNumber, guardian } = patient
  return {
    rawId,
    emrId,
    middleName,
    address,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(phoneNumber && { phoneNumber }),
    ...(guardian && { guardian }),
    gender: patient.gender ?? '',
    age: patient.age === null ? '' : String(patient.age),
    nationality: patient.nationality,
  }
}

/** Change of the wizard's state after a verification. */
export const verified = (patient: VerifiedPatient): BookingAction => ({
  type: 'verified',
  patient,
  record: recordOf(patient),
})
