import type { Clinic, Doctor, Service } from './clinic.ts'
import { worksAt } from './doctors.ts'

/** Default length of an appointment in minutes (specification, section 9). */
export const DEFAULT_MINUTES = 30
/** Limits of a service's length, in steps of `LENGTH_STEP` minutes. The longest is that of a stored appointment. */
export const SHORTEST_MINUTES = 10
export const LONGEST_MINUTES = 240
export const LENGTH_STEP = 5

/** In minutes; null: an appointment without a service of the clinic. */
export function lengthOf(service: Pick<Service, 'minutes'> | null | undefined): number {
  return service?.minutes ?? DEFAULT_MINUTES
}

/** Reports whether a doctor does a service; null: any. One that names no doctors is done by all. */
export const isDoneBy = (
  service: { readonly doctors?: readonly string[] | null } | null,
  doctorId: string,
): boolean => service?.doctors?.includes(doctorId) ?? true

/** Doctors for a service at a location, in the order of the configuration; null: any service. */
export function doctorsFor(
  { doctors }: Pick<Clinic, 'doctors'>,
  location: string,
  service: Pick<Service, 'doctors'> | null = null,
): Doctor[] {
  return doctors.filter((doctor) => worksAt(doctor, location) && isDoneBy(service, doctor.id))
}

/** A service that names its doctors is offered where one of them works, any other everywhere. */
export function isOfferedAt(
  clinic: Pick<Clinic, 'doctors'>,
  location: string,
  service: Pick<Service, 'doctors'>,
): boolean {
  return service.doctors === undefined || doctorsFor(clinic, location, service).length > 0
}
