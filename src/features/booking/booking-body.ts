import type { BookAppointmentWire } from '../../../contract/booking.ts'
import { defaultAddress } from '../../../domain/locations.ts'
import { clinic } from '../../clinic.ts'
import type { BookingForm } from './booking-form.ts'

/** The body as this page sends it: the wizard asks for no address, so the location stands for it. */
export function bodyToSend(form: BookingForm): BookAppointmentWire {
  const place = clinic.locations.find(({ code }) => code === form.location)
  return bookingBody(form, defaultAddress({ name: place?.name ?? form.location }))
}

/**
 * The body of POST /appointments/book for a visitor, in the names of the specification (section 7):
 * `surname` is the first name, `other_names` the rest, and what only a registered patient has is null.
 * @param address what stands for the address, since the wizard asks for none (section 9: '... Abuja').
 */
export function bookingBody(form: BookingForm, address: string): BookAppointmentWire {
  const body = {
    patient_id: null,
    date_of_birth: null,
    address,
    surname: form.firstName.trim(),
    other_names: form.lastName.trim(),
    email: form.email.trim(),
    phone_number: form.phoneNumber.trim(),
    age: form.age.trim() === '' ? null : Number(form.age),
    gender: form.gender === '' ? null : form.gender,
    nationality: form.nationality,
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
  }
  return body
}
