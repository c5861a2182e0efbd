import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import {
  type FhirLocation,
  type FhirPractitioner,
  type FhirSchedule,
  WEEKDAYS,
} from '../../../contract/fhir.ts'
import { bookableDays } from '../../../domain/booking.ts'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { locationsOf, worksAt } from '../../../domain/doctors.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'

type Within = Pick<Reach, 'locations'>

/** The clinic's locations that a key reads. */
export function locationsWithin(clinic: Pick<Clinic, 'locations'>, within: Within): FhirLocation[] {
  return clinic.locations.filter(({ code }) => reaches(within, code)).map(locationOf)
}

function locationOf({ code, name, address, phone, openingHours }: ClinicLocation): FhirLocation {
  const hours = openingHours.flatMap((periods, day) =>
    periods.map(({ from, to }) => ({
      daysOfWeek: [WEEKDAYS[day] ?? ''],
      openingTime: `${from}:00`,
      // FHIR's day has no 24:00.
      closingTime: to === '24:00' ? '23:59:59' : `${to}:00`,
    })),
  )
  return {
    resourceType: 'Location',
    id: code,
    status: 'active',
    name,
    mode: 'instance',
    ...(phone !== undefined && { telecom: [{ system: 'phone' as const, value: phone }] }),
    address: { text: address },
    ...(hours.length > 0 && { hoursOfOperation: hours }),
  }
}

type StoredDoctor = Pick<Doctor, 'id' | 'name' | 'location'> & {
  active: boolean
  openingHours: Doctor['openingHours'] | null
}

/** The doctors who work at a key's locations, with former ones in past appointments. */
export async function practitionersWithin(
  pool: Pick<Pool, 'query'>,
  within: Within,
): Promise<FhirPractitioner[]> {
  const { rows } = await pool.query<StoredDoctor>(
    `SELECT id, name, location, active, opening_hours AS "openingHours" FROM doctors ORDER BY position, id`,
  )
  return rows
    .filter(({ location, openingHours }) =>
      locationsOf({ location, ...(openingHours && { openingHours }) }).some((code) => reaches(within, code)),
    )
    .map(({ id, name, active }) => ({ resourceType: 'Practitioner', id, active, name: [{ text: name }] }))
}

/** One doctor at one location. */
export type Schedule = { id: string; doctor: Doctor; location: ClinicLocation }

/** With the 14 characters of a slot's time an id stays within FHIR's 64. */
const READABLE = 48

export function schedulesWithin(
  { doctors, locations }: Pick<Clinic, 'doctors' | 'locations'>,
  within: Within,
): Schedule[] {
  return locations
    .filter(({ code }) => reaches(within, code))
    .flatMap((location) =>
      doctors
        .filter((doctor) => worksAt(doctor, location.code))
        .map((doctor) => ({ id: scheduleId(doctor.id, location.code), doctor, location })),
    )
}

function scheduleId(doctor: string, location: string): string {
  const id = `${doctor}.${location}`
  return id.length <= READABLE ? id : hash('sha256', id, 'hex').slice(0, READABLE)
}

/** The schedule of the days that can be booked now. */
export function scheduleOf({ id, doctor, location }: Schedule, clinic: Clinic, now: Date): FhirSchedule {
  const { from, to } = bookableDays(now, clinic.booking.horizonDays, clinic.timeZone)
  const instant = (day: string, time: string) =>
    isoWithOffset(toInstant(day, time, clinic.timeZone), clinic.timeZone)
  return {
    resourceType: 'Schedule',
    id,
    active: true,
    actor: [
      { reference: `Practitioner/${doctor.id}`, display: doctor.name },
      { reference: `Location/${location.code}`, display: location.name },
    ],
    planningHorizon: { start: instant(from, '00:00'), end: instant(to, '24:00') },
  }
}
