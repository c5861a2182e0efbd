import type { LanguageCode } from './languages.ts'

/** The facts of a clinic as the rules need them. `clinic.config.ts` holds them, `contract/clinic-config.ts` checks them. */

/** A period of one day in clinic time, half-open [from, to), both 'HH:mm'; `to` may be '24:00'. */
export type OpeningPeriod = { from: string; to: string }

/** Opening periods by weekday, 0 is Sunday (specification, section 3); a day without periods is closed. */
export type OpeningHours = readonly (readonly OpeningPeriod[])[]

export type AppointmentType = 'consultation' | 'procedure'
export const APPOINTMENT_TYPES = ['consultation', 'procedure'] as const satisfies readonly AppointmentType[]

export type ClinicLocation = {
  /** Short code used on the wire and in the database: 'lag', 'fct', 'phc'. */
  code: string
  name: string
  /** Other spellings that mean this location (specification, section 9: 'location normaliser'). */
  aliases: readonly string[]
  /** Street address for the confirmation mail and its calendar entry. */
  address: string
  /** The desk's phone number as people read it; mails and messages name it. */
  phone?: string
  openingHours: OpeningHours
}

export type Service = { id: string; name: string; type: AppointmentType; tariff?: number }
export type Doctor = { id: string; name: string; department: string; location: string }

export type Clinic = {
  name: string
  /** IANA name of the one clinic time zone. */
  timeZone: string
  /** ISO 3166 country: of its public holidays, and of phone numbers without a country code. */
  country: string
  locations: readonly ClinicLocation[]
  /** Codes of the locations that the wizard offers; with one the field is fixed. */
  offeredLocations: readonly string[]
  services: readonly Service[]
  doctors: readonly Doctor[]
  booking: {
    /** How many days ahead can be booked, today included. */
    horizonDays: number
    /** Minutes between now and the earliest slot. */
    noticeMinutes: number
    /** Open appointments in the future allowed per email or phone number. */
    openAppointmentsPerContact: number
    /** Booking tries allowed per caller (network address) and hour. */
    triesPerCallerPerHour: number
  }
  oneTimeCodes: {
    /** Live codes per email address, phone number or clinic id. */
    perContactIn15Minutes: number
    /** Requests per network address. */
    perCallerPerHour: number
    /** Messages a day, counted in clinic days, at most: each costs money. 0: none are sent. */
    smsPerDay: number
  }
  /** What patients and staff may choose among; the first one is for whoever asks for another. */
  languages: readonly LanguageCode[]
  /** How long what is about a person is kept; left out, for ever. */
  retention?: Retention
  /** The two outbound links at the foot of the staff's settings panel; left out, they are `DEFAULT_LINKS`. */
  links?: OutboundLinks
}

/**
 * In months; null: for ever. An appointment counts from when it was, an entry of the audit trail from when it was
 * written. What an appointment leaves behind: server/patients/anonymise.ts.
 */
export type Retention = {
  /** Appointments of visitors, and with them their records, which are one booking each. */
  visitorsMonths: number | null
  /** Appointments of registered patients; their records stay, being the clinic's own. */
  registeredMonths: number | null
  auditMonths: number | null
}

/** Whole addresses ('https://...') or paths of this server ('/...'). */
export type OutboundLinks = { sampleLayout: string; purchase: string }

/**
 * Where the outbound links lead when the clinic names no addresses: its own pages, and the description of the API.
 * Enamel has no public address of its own that they could lead to.
 */
export const DEFAULT_LINKS: OutboundLinks = { sampleLayout: '/', purchase: '/api/openapi.json' }

/** The part of the clinic that every visitor may see; it is baked into the page at build time. */
export type PublicClinic = Pick<Clinic, 'name' | 'timeZone' | 'languages'> & {
  locations: readonly Pick<ClinicLocation, 'code' | 'name' | 'address' | 'phone' | 'openingHours'>[]
  offeredLocations: readonly string[]
  horizonDays: number
  links: OutboundLinks
}

/** What the page may know of the clinic at build time: no doctors, services or limits. */
export function publicClinic(clinic: Clinic): PublicClinic {
  return {
    name: clinic.name,
    timeZone: clinic.timeZone,
    languages: clinic.languages,
    locations: clinic.locations.map(({ code, name, address, phone, openingHours }) => ({
      code,
      name,
      address,
      openingHours,
      ...(phone !== undefined && { phone }),
    })),
    offeredLocations: clinic.offeredLocations,
    horizonDays: clinic.booking.horizonDays,
    links: clinic.links ?? DEFAULT_LINKS,
  }
}
