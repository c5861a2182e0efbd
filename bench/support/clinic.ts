import clinicConfig from '../../clinic.config.ts'
import type { Clinic } from '../../domain/clinic.ts'

const DOCTORS = 120
const allDay = [{ from: '00:00', to: '24:00' }]

/**
 * The clinic as it is, but for Lagos: there so many doctors work day and night that a load of bookings
 * does not run out of slots. Availability is measured at Abuja, which stays of a clinic's own size.
 */
export const benchClinic: Clinic = {
  ...clinicConfig,
  // An hour at half the load takes a million slots and more.
  booking: { ...clinicConfig.booking, horizonDays: 400 },
  locations: clinicConfig.locations.map((location) =>
    location.code === 'lag' ? { ...location, openingHours: Array(7).fill(allDay) } : location,
  ),
  doctors: [
    ...clinicConfig.doctors,
    ...Array.from({ length: DOCTORS }, (_, i) => ({
      id: `bench-${i}`,
      name: `Dr. Bench ${i}`,
      department: 'General Dentistry',
      location: 'lag',
    })),
  ],
}
