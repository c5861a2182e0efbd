import type { ClinicLocation, Doctor, OpeningHours } from './clinic.ts'

type Works = Pick<Doctor, 'location' | 'openingHours'>

/** Codes of the locations where a doctor works, the first one first. */
export function locationsOf({ location, openingHours = {} }: Works): string[] {
  return [...new Set([location, ...Object.keys(openingHours)])]
}

export function worksAt({ location, openingHours = {} }: Works, code: string): boolean {
  return location === code || Object.hasOwn(openingHours, code)
}

/** Hours of a doctor at a location; none, where they do not work there. */
export function hoursAt(
  doctor: Works,
  { code, openingHours }: Pick<ClinicLocation, 'code' | 'openingHours'>,
): OpeningHours {
  if (!worksAt(doctor, code)) return []
  return doctor.openingHours?.[code] ?? openingHours
}
