import type { BookAppointmentWire } from '../../../../contract/booking.ts'

/** A body of one visitor or another. */
export const bodyOf = (surname: string): BookAppointmentWire => ({
  surname,
  other_names: 'Obi',
  email: 'ada@example.com',
  phone_number: '0803 123 4567',
  location: 'fct',
  appointmentType: 'consultation',
  appointment_date: '2030-03-04',
  start_time: '09:30',
})
