import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import type { BookingField, BookingForm } from './booking-form.ts'
import type { BookingAction } from './booking-state.ts'

/** What a visitor must fill in, and a registered patient only where the clinic's record lacks it. */
const REQUIRED = ['firstName', 'lastName', 'email', 'phoneNumber'] as const

/** Whether a verified patient finds a field as the clinic has it, and can't change it (specification, section 2). */
export function isLocked(field: BookingField, patient: VerifiedPatient): boolean {
  if (field === 'guardian') return patient.guardian !== ''
  const required = REQUIRED.find((name) => name === field)
  return required === undefined ? isOfRecord(field) : patient[required] !== ''
}

const isOfRecord = (field: BookingField) => field === 'gender' || field === 'age' || field === 'nationality'

/** What a verified patient's record says of the form; nothing where the form must be filled in instead. */
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

/** That a patient has been verified, as the wizard's state takes it. */
export const verified = (patient: VerifiedPatient): BookingAction => ({
  type: 'verified',
  patient,
  record: recordOf(patient),
})
