import type { BookAppointmentWire } from '../../../../contract/booking.ts'
import { defaultAddress } from '../../../../domain/locations.ts'
import { PRIVACY_TEXT } from '../../../../domain/privacy-text.ts'
import { clinicFacts } from '../../../clinic.ts'
import { presentLanguage } from '../../../i18n/present-language.ts'
import { isForMinor } from './booking-form.ts'
import type { BookingState } from './booking-state.ts'

/**
 * Body of POST /appointments/book, in the names of the specification (section 7): `surname` is the first name,
 * `other_names` the rest, and fields of registered patients are null for a visitor. The bearer decides who books,
 * whatever the body says. The wizard has no field for the address, so the location replaces it (section 9: '...
 * Abuja'), and the patient gets messages in the language of the page. The form's own fields are included under their
 * names; the token is added when it is sent, since this is stored with the draft.
 * @param override a verified patient books beside an overlapping appointment of their own
 */
export function bodyToSend(
  { form, patient }: Pick<BookingState, 'form' | 'patient'>,
  { override = false }: { override?: boolean } = {},
): BookAppointmentWire {
  const place = clinicFacts().locations.find(({ code }) => code === form.location)
  const body = {
    patient_id: patient?.id ?? null,
    date_of_birth: patient?.birthDate ?? null,
    address: form.address || defaultAddress({ name: place?.name ?? form.location }),
    surname: form.firstName.trim(),
    other_names: [form.lastName, form.middleName].join(' ').trim(),
    email: form.email.trim(),
    phone_number: form.phoneNumber.trim(),
    age: form.age.trim() === '' ? null : Number(form.age),
    // Left out where there is none, as the rest is sent to servers of before.
    ...(isForMinor(form) && form.guardian.trim() !== '' && { guardian: form.guardian.trim() }),
    gender: form.gender === '' ? null : form.gender,
    nationality: form.nationality || null,
    location: form.location,
    // The form cannot be sent without a type; should it happen, the server says so at the field.
    appointmentType: form.appointmentType as 'consultation',
    consultation_id: 'initial' as const,
    service_id: form.serviceId || null,
    serviceText: form.serviceText || null,
    tariff: form.tariff,
    doctor_id: form.doctorId || null,
    department_id: form.department || null,
    appointment_date: form.date,
    start_time: form.time,
    duration: 30 as const,
    duration_type: 'm' as const,
    consulting_room_id: null,
    bill: false as const,
    description: form.description.trim() || null,
    language: presentLanguage(),
    // The words beside Submit say so.
    consent: PRIVACY_TEXT,
    ...(override && { override }),
    rawId: form.rawId || null,
    emrId: form.emrId || null,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    middleName: form.middleName || null,
    phoneNumber: form.phoneNumber.trim(),
    date: form.date,
    time: form.time,
    doctor: form.doctor || null,
    service: form.service || null,
  }
  return body
}
