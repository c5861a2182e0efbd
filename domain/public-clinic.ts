import type { Clinic, ClinicLocation, Doctor, OutboundLinks, Service } from './clinic.ts'
import { DEFAULT_MINUTES } from './services.ts'

/** Public facts of the clinic, with nothing of the operator's: the answer of GET /clinic. */
export type PublicClinic = Pick<Clinic, 'name' | 'timeZone' | 'country' | 'languages'> & {
  locations: readonly Pick<ClinicLocation, 'code' | 'name' | 'address' | 'phone' | 'openingHours'>[]
  /** Codes of the locations that the wizard offers. */
  offeredLocations: readonly string[]
  doctors: readonly Doctor[]
  services: readonly (Service & { minutes: number })[]
  booking: Pick<Clinic['booking'], 'horizonDays' | 'noticeMinutes' | 'changeUntilMinutes'>
  /** Idle minutes after which the staff pages lock. */
  idleMinutes: number
  links?: OutboundLinks
}

const IDLE_MINUTES = 15

/** Names what it takes, field by field: a new setting is not public by itself. */
export function publicClinic(clinic: Clinic): PublicClinic {
  const { horizonDays, noticeMinutes, changeUntilMinutes } = clinic.booking
  return {
    name: clinic.name,
    timeZone: clinic.timeZone,
    country: clinic.country,
    languages: clinic.languages,
    locations: clinic.locations.map(({ code, name, address, phone, openingHours }) => ({
      code,
      name,
      address,
      openingHours,
      ...(phone !== undefined && { phone }),
    })),
    offeredLocations: clinic.offeredLocations,
    doctors: clinic.doctors.map(({ id, name, department, location, openingHours }) => ({
      id,
      name,
      department,
      location,
      ...(openingHours && { openingHours }),
    })),
    services: clinic.services.map(({ id, name, type, tariff, minutes, doctors }) => ({
      id,
      name,
      type,
      minutes: minutes ?? DEFAULT_MINUTES,
      ...(tariff !== undefined && { tariff }),
      ...(doctors && { doctors }),
    })),
    booking: {
      horizonDays,
      noticeMinutes,
      ...(changeUntilMinutes !== undefined && { changeUntilMinutes }),
    },
    idleMinutes: clinic.staff?.idleMinutes ?? IDLE_MINUTES,
    ...(clinic.links && { links: clinic.links }),
  }
}
