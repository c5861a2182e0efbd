import * as v from 'valibot'
import { APPOINTMENT_TYPES } from '../domain/clinic.ts'
import { LANGUAGE_CODES } from '../domain/languages.ts'
import type { PublicClinic } from '../domain/public-clinic.ts'
import { answerOf } from './envelope.ts'

/** Sunday first, in clinic time; a day without periods is closed. */
const OpeningHours = v.array(v.array(v.object({ from: v.string(), to: v.string() })))

/** GET /clinic: the public facts of the clinic. */
const Clinic = v.object({
  name: v.string(),
  /** IANA name; all days and times of day are in it. */
  timeZone: v.string(),
  country: v.string(),
  languages: v.array(v.picklist(LANGUAGE_CODES)),
  locations: v.array(
    v.object({
      code: v.string(),
      name: v.string(),
      address: v.string(),
      phone: v.exactOptional(v.string()),
      openingHours: OpeningHours,
    }),
  ),
  /** Codes of the locations that the booking page offers. */
  offeredLocations: v.array(v.string()),
  doctors: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      department: v.string(),
      location: v.string(),
      /** Own hours by location code; missing: as long as `location` is open. */
      openingHours: v.exactOptional(v.record(v.string(), OpeningHours)),
    }),
  ),
  services: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      type: v.picklist(APPOINTMENT_TYPES),
      minutes: v.number(),
      /** Missing: none is named. */
      tariff: v.exactOptional(v.number()),
      /** Ids of the doctors who do it; missing: all. */
      doctors: v.exactOptional(v.array(v.string())),
    }),
  ),
  booking: v.object({
    /** Today included. */
    horizonDays: v.number(),
    noticeMinutes: v.number(),
    changeUntilMinutes: v.exactOptional(v.number()),
  }),
  /** Idle minutes after which the staff pages lock. */
  idleMinutes: v.number(),
  links: v.exactOptional(v.object({ sampleLayout: v.string(), purchase: v.string() })),
}) satisfies v.GenericSchema<unknown, PublicClinic>
export const ClinicAnswer = answerOf(Clinic)
