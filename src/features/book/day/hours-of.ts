import type { OpeningHours } from '../../../../domain/clinic.ts'
import { clinicFacts } from '../../../clinic.ts'

/** Opening hours of a location by its code; none for one that the clinic no longer has. */
export const hoursOf = (code: string): OpeningHours =>
  clinicFacts().locations.find((location) => location.code === code)?.openingHours ?? []
