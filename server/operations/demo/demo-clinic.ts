import type { Clinic, ClinicLocation, Doctor, OpeningHours, Service } from '../../../domain/clinic.ts'
import { ownValue } from '../../../domain/own.ts'

/** Default lengths of the services of the project's own clinic. */
const MINUTES: Readonly<Record<string, number>> = {
  'routine-check-up': 20,
  'deep-cleaning': 45,
  'scaling-polishing': 45,
  'teeth-whitening': 60,
  veneers: 90,
  braces: 45,
  'root-canal': 90,
  implant: 120,
  crowns: 60,
}
const DOCTORS: Readonly<Record<string, readonly string[]>> = {
  braces: ['lag-balogun', 'fct-danjuma'],
  'root-canal': ['phc-briggs', 'lag-adeyemi', 'fct-okafor'],
  implant: ['fct-musa', 'lag-adeyemi', 'phc-amadi'],
}
const WEDNESDAY = 3
/** Doctors in another town on Wednesdays. */
const AWAY_ON_WEDNESDAYS: Readonly<Record<string, string>> = { 'phc-briggs': 'fct', 'fct-danjuma': 'lag' }

/** An unassigned number; SMS are files in the outbox. */
const REPLIES = { number: '20880' }

/**
 * The clinic of the demonstration: services of different lengths, some done by some doctors only, two doctors who work
 * in two towns, and SMS with replies. Another clinic's settings stay as they are.
 */
export function demoClinic(clinic: Clinic): Clinic {
  return {
    ...clinic,
    sms: { replies: REPLIES, ...clinic.sms },
    services: clinic.services.map((service) => withDoctors(withMinutes(service), clinic.doctors)),
    doctors: clinic.doctors.map((doctor) => withTravel(doctor, clinic.locations)),
  }
}

function withMinutes(service: Service): Service {
  const minutes = ownValue(MINUTES, service.id)
  return minutes === undefined || service.minutes !== undefined ? service : { ...service, minutes }
}

function withDoctors(service: Service, doctors: readonly Doctor[]): Service {
  const named =
    ownValue(DOCTORS, service.id)?.filter((id) => doctors.some((doctor) => doctor.id === id)) ?? []
  return named.length === 0 || service.doctors !== undefined ? service : { ...service, doctors: named }
}

function withTravel(doctor: Doctor, locations: readonly ClinicLocation[]): Doctor {
  const home = locations.find(({ code }) => code === doctor.location)
  const away = locations.find(({ code }) => code === ownValue(AWAY_ON_WEDNESDAYS, doctor.id))
  if (!home || !away || doctor.openingHours !== undefined) return doctor
  const on = (hours: OpeningHours, isThere: (weekday: number) => boolean): OpeningHours =>
    hours.map((periods, weekday) => (isThere(weekday) ? periods : []))
  return {
    ...doctor,
    openingHours: {
      [home.code]: on(home.openingHours, (weekday) => weekday !== WEDNESDAY),
      [away.code]: on(away.openingHours, (weekday) => weekday === WEDNESDAY),
    },
  }
}
