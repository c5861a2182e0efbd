import type { LanguageCode } from './languages.ts'
import type { StaffType } from './staff.ts'

/** Values are in `clinic.config.ts`, their checks in `contract/clinic-config.ts`. */

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
  address: string
  /** Phone number for reading, in mails and messages. */
  phone?: string
  openingHours: OpeningHours
}

export type Service = {
  id: string
  name: string
  type: AppointmentType
  tariff?: number
  /** Its length, 10 to 240 in fives; left out, 30. */
  minutes?: number
  /** Ids of the doctors who do it; left out, all of them. */
  doctors?: readonly string[]
}

export type Doctor = {
  id: string
  name: string
  department: string
  /** Code of the location where the doctor works, or works first. */
  location: string
  /**
   * The doctor's own hours by location code, inside the location's. `location` without hours of its own here: as long as
   * it is open. Another location counts only with hours here.
   */
  openingHours?: Readonly<Record<string, OpeningHours>>
}

export type Clinic = {
  name: string
  /** IANA name of the one clinic time zone. */
  timeZone: string
  /** ISO 3166 country, for public holidays and for phone numbers without a country code. */
  country: string
  locations: readonly ClinicLocation[]
  /** Codes of the locations that the wizard offers; a single one is shown as a fixed field. */
  offeredLocations: readonly string[]
  services: readonly Service[]
  doctors: readonly Doctor[]
  booking: {
    /** Today included. */
    horizonDays: number
    noticeMinutes: number
    openAppointmentsPerContact: number
    triesPerCallerPerHour: number
    /** Minutes before an appointment until which its patient may change it by the link; left out, 120. */
    changeUntilMinutes?: number
    /** Whether a patient's 'I am coming' confirms an open appointment; left out, only the clinic does. */
    patientsConfirm?: boolean
  }
  oneTimeCodes: {
    /** Live codes per email address, phone number or clinic id. */
    perContactIn15Minutes: number
    perCallerPerHour: number
    /** Limit per clinic day, since each message costs money. 0: none are sent. */
    smsPerDay: number
  }
  sms?: {
    /** Left out, replies to SMS are neither read nor requested. */
    replies?: SmsReplies
  }
  /** Reminders of appointments; left out, two days and three hours before; empty: none. */
  reminders?: readonly ReminderRule[]
  messages?: MessageRules
  staff?: StaffRules
  /** The first one is the fallback for a language that is not offered. */
  languages: readonly LanguageCode[]
  /** Storage period of personal data; left out, forever. */
  retention?: Retention
  /** Facts shown on /privacy; left out, the clinic itself, at its first location. */
  privacy?: PrivacyFacts
  /** The two outbound links at the foot of the staff's settings panel; left out, they lead to the documentation. */
  links?: OutboundLinks
}

/** Answers to SMS, which the gateway brings. */
export type SmsReplies = {
  /** The number that SMS come from and answers go to: E.164 with its '+', or a short code. */
  number: string
}

export type ReminderRule = {
  hoursBefore: number
  /** In order; the first that the patient has. */
  by: readonly ('email' | 'sms')[]
  /** By all of the patient's channels instead. */
  all?: boolean
}

/** Limits on the cost of messages to patients. */
export type MessageRules = {
  /** SMS per clinic day, codes among them; left out, `oneTimeCodes.smsPerDay`. */
  smsPerDay?: number
  /** Share of them reserved for codes; left out, a third. */
  codesReserve?: number
  /** ISO 3166 countries whose numbers get SMS about what strangers booked; left out, the clinic's. */
  countries?: readonly string[]
}

export type StaffRules = {
  /** Types that must have a second factor; left out, admins and managers where the clinic is on https. */
  secondFactor?: readonly StaffType[]
  /** Minutes without a hand on it after which the staff pages lock; a registered tablet has 60. */
  idleMinutes?: number
}

/**
 * In months; null: forever. An appointment counts from its time, an audit entry from its writing. For the rest of an
 * appointment see server/patients/records/anonymise.ts.
 */
export type Retention = {
  /** Appointments of visitors, with their records: each record belongs to one booking. */
  visitorsMonths: number | null
  /** Appointments of registered patients; their records stay, since they are the clinic's own. */
  registeredMonths: number | null
  auditMonths: number | null
}

/** The controller of patients' data. */
export type PrivacyFacts = {
  /** The legal person, with its address. */
  controller: string
  /** An email address, for patients and for reports of security holes. */
  contact: string
  /** The supervisory authority. */
  authority?: string
  /** Processors of the data for the clinic: mail, SMS, hosting. */
  processors: readonly { name: string; task: string }[]
}

/** Whole addresses ('https://...') or paths of this server ('/...'). */
export type OutboundLinks = { sampleLayout: string; purchase: string }
