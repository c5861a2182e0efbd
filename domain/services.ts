import type { Clinic, Doctor, Service } from './clinic.ts'
import { worksAt } from './doctors.ts'

/** Length of a visit in minutes where its service says nothing (specification, section 9). */
export const DEFAULT_MINUTES = 30
/** How short and how long a service may be, in steps of `LENGTH_STEP` minutes. The longest is what a stored visit may last. */
export const SHORTEST_MINUTES = 10
export const LONGEST_MINUTES = 240
export const LENGTH_STEP = 5

/** In minutes; null: a visit without a service of the clinic. */
export function lengthOf(service: Pick<Service, 'minutes'> | null | undefined): number {
  return service?.minutes ?? DEFAULT_MINUTES
}

/** Who does a service at a location, in the order of the configuration; null: any service. */
export function doctorsFor(
  { doctors }: Pick<Clinic, 'doctors'>,
  location: string,
  service: Pick<Service, 'doctors'> | null = null,
): Doctor[] {
  return doctors.filter(
    (doctor) => worksAt(doctor, location) && (service?.doctors?.includes(doctor.id) ?? true),
  )
}

/** A service that names its doctors is offered where one of them works, any other everywhere. */
export function isOfferedAt(
  clinic: Pick<Clinic, 'doctors'>,
  location: string,
  service: Pick<Service, 'doctors'>,
): boolean {
  return service.doctors === undefined || doctorsFor(clinic, location, service).length > 0
}
