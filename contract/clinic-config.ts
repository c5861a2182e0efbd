import * as v from 'valibot'
import { APPOINTMENT_TYPES, type Clinic, type OpeningPeriod } from '../domain/clinic.ts'
import { minutesOf } from '../domain/clinic-time.ts'
import { isPhone } from '../domain/contact.ts'
import { hoursAt, locationsOf, worksAt } from '../domain/doctors.ts'
import { LANGUAGE_CODES } from '../domain/languages.ts'
import { ALL_LOCATIONS } from '../domain/locations.ts'
import { LENGTH_STEP, LONGEST_MINUTES, SHORTEST_MINUTES } from '../domain/services.ts'
import { STAFF_TYPES } from '../domain/staff.ts'

const Text = v.pipe(
  v.string('is not a text'),
  v.trim(),
  v.nonEmpty('is empty'),
  v.maxLength(200, 'is too long'),
)
const Code = v.pipe(
  v.string('is not a text'),
  v.regex(/^[a-z0-9-]{1,40}$/, 'must be a short code of small letters, digits and -'),
)
const Time = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "must be a time like '09:00'"))
// Rejects script URLs and other schemes; '//host' would lead to another server.
const Address = v.pipe(
  v.string('is not a text'),
  v.maxLength(2000, 'is too long'),
  v.regex(
    /^(?:https?:\/\/[^\s/]|\/(?![/\\]))\S*$/,
    'must be an address such as https://example.com or /path',
  ),
)

const Period = v.pipe(
  v.strictObject({ from: Time, to: Time }),
  v.check(({ from, to }) => minutesOf(from) < minutesOf(to), 'must end after it starts'),
)
const Day = v.pipe(
  v.array(Period),
  v.check(
    (periods) => periods.every((period, i) => i === 0 || (periods[i - 1]?.to ?? '') <= period.from),
    'has periods that overlap or are out of order',
  ),
)

const OpeningHours = v.pipe(v.array(Day), v.length(7, 'must have seven days, Sunday first'))
const Location = v.strictObject({
  code: Code,
  name: Text,
  aliases: v.array(v.pipe(v.string(), v.regex(/^[a-z -]{2,40}$/, 'must be small letters'))),
  address: Text,
  phone: v.optional(v.pipe(v.string(), v.check(isPhone, 'is not a phone number'))),
  openingHours: OpeningHours,
})

/** A region's name, or UTC: 'EST' and '-05:00' have no summer time, whatever the region's clocks do. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^(?!Etc\/|SystemV\/)[A-Z]\w+(\/[A-Z][\w-]*)+$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** POST /appointments/book and similar calls share their path with POST /appointments/{location}. */
const NO_LOCATIONS = ['book', 'desk', 'late']
const spellings = (locations: readonly { code: string; aliases: string[] }[]) =>
  locations.flatMap(({ code, aliases }) => [code, ...aliases])
const isUnique = (values: readonly string[]) => new Set(values).size === values.length
const count = (from: number, to: number) =>
  v.pipe(
    v.number('is not a number'),
    v.integer('is not a whole number'),
    v.minValue(from, `is under ${from}`),
    v.maxValue(to, `is over ${to}`),
  )

/** Months, at most a hundred years: a mistyped number would prevent any deletion. */
const Months = v.nullable(count(1, 1_200))

/** The shape of `clinic.config.ts`, checked when the server starts and when the page is built. */
const ClinicConfig = v.pipe(
  v.strictObject({
    name: Text,
    timeZone: v.pipe(
      v.string(),
      v.check(isTimeZone, 'is not a time zone such as Africa/Lagos, by its region and city, or UTC'),
    ),
    country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country code such as NG')),
    locations: v.pipe(v.array(Location), v.minLength(1, 'is empty')),
    offeredLocations: v.pipe(v.array(Code), v.minLength(1, 'is empty')),
    services: v.array(
      v.strictObject({
        id: Code,
        name: Text,
        type: v.picklist(APPOINTMENT_TYPES, "must be 'consultation' or 'procedure'"),
        tariff: v.optional(v.pipe(v.number(), v.minValue(0, 'is negative'))),
        minutes: v.exactOptional(
          v.pipe(
            count(SHORTEST_MINUTES, LONGEST_MINUTES),
            v.multipleOf(LENGTH_STEP, `is not a multiple of ${LENGTH_STEP}`),
          ),
        ),
        doctors: v.exactOptional(
          v.pipe(
            v.array(Code),
            v.minLength(1, 'is empty: left out, every doctor does it'),
            v.check((ids) => isUnique(ids), 'names one twice'),
          ),
        ),
      }),
    ),
    doctors: v.array(
      v.strictObject({
        id: Code,
        name: Text,
        department: Text,
        location: Code,
        openingHours: v.exactOptional(v.record(Code, OpeningHours)),
      }),
    ),
    booking: v.strictObject({
      horizonDays: count(1, 366),
      noticeMinutes: count(0, 20_160),
      openAppointmentsPerContact: count(1, 100),
      triesPerCallerPerHour: count(1, 10_000),
      changeUntilMinutes: v.exactOptional(count(0, 20_160)),
      patientsConfirm: v.exactOptional(v.boolean('is neither true nor false')),
    }),
    oneTimeCodes: v.strictObject({
      perContactIn15Minutes: count(1, 100),
      perCallerPerHour: count(1, 10_000),
      smsPerDay: count(0, 1_000_000),
    }),
    languages: v.pipe(
      v.array(v.picklist(LANGUAGE_CODES, 'is not a language of Enamel')),
      v.minLength(1, 'is empty'),
      v.check((codes) => isUnique(codes), 'names one twice'),
    ),
    sms: v.exactOptional(
      v.strictObject({
        replies: v.exactOptional(
          v.strictObject({
            number: v.pipe(
              v.string('is not a text'),
              v.regex(
                /^(?:\+[1-9]\d{6,14}|\d{3,8})$/,
                'must be a number such as +2347000000000 or a short code',
              ),
            ),
          }),
        ),
      }),
    ),
    reminders: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            hoursBefore: count(1, 336),
            by: v.pipe(
              v.array(v.picklist(['email', 'sms'], "must be 'email' or 'sms'")),
              v.minLength(1, 'is empty'),
              v.check((channels) => isUnique(channels), 'names one twice'),
            ),
            all: v.exactOptional(v.boolean('is not true or false')),
          }),
        ),
        v.maxLength(5, 'are too many'),
        v.check(
          (rules) => isUnique(rules.map(({ hoursBefore }) => `${hoursBefore}`)),
          'two have the same hours',
        ),
      ),
    ),
    messages: v.optional(
      v.strictObject({
        smsPerDay: v.exactOptional(count(0, 1_000_000)),
        codesReserve: v.exactOptional(count(0, 1_000_000)),
        countries: v.exactOptional(
          v.pipe(
            v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country code such as NG'))),
            v.minLength(1, 'is empty'),
            v.maxLength(250, 'are too many'),
          ),
        ),
      }),
    ),
    staff: v.optional(
      v.strictObject({
        secondFactor: v.exactOptional(
          v.pipe(
            v.array(v.picklist(STAFF_TYPES, `must be among ${STAFF_TYPES.join(', ')}`)),
            v.check((types) => isUnique(types), 'names one twice'),
          ),
        ),
        idleMinutes: v.exactOptional(count(1, 720)),
      }),
    ),
    retention: v.optional(
      v.strictObject({ visitorsMonths: Months, registeredMonths: Months, auditMonths: Months }),
    ),
    privacy: v.optional(
      v.strictObject({
        controller: Text,
        contact: Text,
        authority: v.optional(Text),
        processors: v.pipe(
          v.array(v.strictObject({ name: Text, task: Text })),
          v.maxLength(50, 'are too many'),
        ),
      }),
    ),
    links: v.optional(v.strictObject({ sampleLayout: Address, purchase: Address })),
  }),
  v.check(
    ({ locations }) => isUnique(spellings(locations)) && !spellings(locations).includes(ALL_LOCATIONS),
    `locations: two share a code or an alias, or one is called '${ALL_LOCATIONS}'`,
  ),
  v.check(
    ({ locations }) => !spellings(locations).some((text) => NO_LOCATIONS.includes(text)),
    `locations: one is called ${NO_LOCATIONS.map((text) => `'${text}'`).join(', ')}, which name calls of the API`,
  ),
  v.check(({ services }) => isUnique(services.map((s) => s.id)), 'services: two have the same id'),
  v.check(({ doctors }) => isUnique(doctors.map((d) => d.id)), 'doctors: two have the same id'),
  v.check(
    ({ locations, doctors }) =>
      doctors.every((d) => locationsOf(d).every((code) => locations.some((l) => l.code === code))),
    'doctors: one works at a location that is not listed',
  ),
  v.check(
    ({ services, doctors }) =>
      services.every((s) => s.doctors?.every((id) => doctors.some((d) => d.id === id)) ?? true),
    'services: one names a doctor that is not listed',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const message of wrongHours(dataset.value)) addIssue({ message })
  }),
  v.check(
    ({ locations, offeredLocations }) => offeredLocations.every((c) => locations.some((l) => l.code === c)),
    'offeredLocations: one is not listed under locations',
  ),
)

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A sentence for each day on which a doctor works where it is closed, or in two places at once. */
function wrongHours({ locations, doctors }: Pick<Clinic, 'locations' | 'doctors'>): string[] {
  return doctors.flatMap((doctor) => {
    const places = locations
      .filter(({ code }) => worksAt(doctor, code))
      .map((place) => ({ place, hours: hoursAt(doctor, place) }))
    return WEEKDAYS.flatMap((day, weekday) => {
      const outside = places.filter(({ place, hours }) =>
        hours[weekday]?.some((period) => !isInside(period, place.openingHours[weekday] ?? [])),
      )
      const periods = places.flatMap(({ hours }) => hours[weekday] ?? []).sort(byStart)
      const isTwice = periods.some((period, i) => i > 0 && (periods[i - 1]?.to ?? '') > period.from)
      return [
        ...outside.map(
          ({ place }) =>
            `doctors: ${doctor.id} has hours on ${day} at ${place.code} when the location is closed`,
        ),
        ...(isTwice ? [`doctors: ${doctor.id} has hours on ${day} at two locations at once`] : []),
      ]
    })
  })
}

const isInside = (period: OpeningPeriod, open: readonly OpeningPeriod[]) =>
  open.some(({ from, to }) => from <= period.from && period.to <= to)
const byStart = (a: OpeningPeriod, b: OpeningPeriod) => (a.from < b.from ? -1 : 1)

export class ClinicConfigError extends Error {}

/** @throws ClinicConfigError with one line per mistake */
export function parseClinic(input: unknown): Clinic {
  const result = v.safeParse(ClinicConfig, input)
  if (result.success) return result.output
  const lines = result.issues.map((issue) => {
    const path = v.getDotPath(issue)
    return path ? `clinic.config.ts: ${path} ${issue.message}` : `clinic.config.ts: ${issue.message}`
  })
  throw new ClinicConfigError(lines.join('\n'))
}
