import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clinic, ClinicLocation, Doctor, Service } from '../../../domain/clinic.ts'
import { addDays, clinicDate } from '../../../domain/clinic-time.ts'
import { hoursAt } from '../../../domain/doctors.ts'
import { defaultAddress } from '../../../domain/locations.ts'
import { newReference } from '../../../domain/reference.ts'
import { lengthOf, SHORTEST_MINUTES } from '../../../domain/services.ts'
import {
  fitsInto,
  type Interval,
  overlaps,
  SLOT_MINUTES,
  slotInterval,
  slotTimes,
} from '../../../domain/slots.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { seedDaySide, type Waiting } from './day-side.ts'
import { type Caller, seedCalls, seedMessages, seedWishes, UNREMINDED } from './patients-side.ts'
import { seedRegistered } from './registered-people.ts'
import { seedBlockers } from './sample-blockers.ts'
import { COMPLAINTS, FIRST_NAMES, LAST_NAMES } from './sample-people.ts'

const DAYS_BACK = 28
const PREFETCH_DAYS = 14
/** Share of booked slots by day from today: busy now, emptier later. */
const shareOn = (day: number) => (day <= 2 ? 0.7 : day <= 7 ? 0.5 : 0.25)

/** Around the present all half-hours are booked, so that patients are there: in milliseconds. */
const LIVELY_MS = 3_600_000

/** Share of future appointments for registered patients, while any have none. */
const SHARE_OF_REGISTERED = 0.2

/** Minutes before the start when the latest bookings were made; the bell counts them. */
const FRESH_MINUTES_AGO = [12, 95, 260]
/** All others are older than this last look of the staff, so the bell starts at 3. */
const SEEN_HOURS_AGO = 12

/**
 * Fills an empty demonstration database: registered patients with a future appointment each, blockers, and
 * six weeks of appointments around today. A filled database stays unchanged. No mails are sent. Staff must
 * exist already: the three latest bookings are unread for them (specification, section 2: 'badge 3').
 */
export async function seedDemo(pool: Pool, clinic: Clinic, now: Date): Promise<void> {
  const home = clinic.locations.find(({ code }) => code === clinic.offeredLocations[0])
  const registered = await seedRegistered(pool, defaultAddress(home ?? { name: '' }))
  const { rows } = await pool.query('SELECT 1 FROM appointments LIMIT 1')
  if (rows.length > 0) return
  const today = clinicDate(now, clinic.timeZone)
  const people: SamplePerson[] = []
  const bookings: SampleBooking[] = []

  const blocked = await seedBlockers(pool, clinic, today)
  // Of their own, so that the days around today are the same however long ago the first one is.
  const [pick, pickEarlier] = [randomPicker(20_301), randomPicker(20_302)]
  for (let day = -DAYS_BACK; day < PREFETCH_DAYS; day++) {
    const pickOfDay = day < -7 ? pickEarlier : pick
    for (const doctor of clinic.doctors) {
      for (const location of clinic.locations) {
        const place = { location, doctor, date: addDays(today, day) }
        const closed = blocked(doctor.id, location.code, place.date)
        for (const visit of sampleVisits(clinic, place, closed, { share: shareOn(day), now }, pickOfDay)) {
          // One each, so that they can still book: open appointments are limited.
          const isTheirs = day > 0 && location === home && pickOfDay.share() < SHARE_OF_REGISTERED
          let patientId = isTheirs ? registered.shift() : undefined
          if (patientId === undefined) {
            const person = samplePerson(clinic, location, pickOfDay, now)
            people.push(person)
            patientId = person.id
          }
          bookings.push(sampleBooking(place, patientId, visit, now, pickOfDay))
        }
      }
    }
  }
  makeSomeFresh(bookings, clinic, now)
  const waiting: Waiting[] = []
  const callers: Caller[] = []
  for (const location of clinic.locations) {
    const doctor = clinic.doctors.find((each) => each.location === location.code)
    if (!doctor) continue
    const person = samplePerson(clinic, location, pick, now)
    people.push(person)
    waiting.push({
      id: randomUUID(),
      reference: newReference(pick.bytes),
      patientId: person.id,
      doctorId: doctor.id,
      location: location.code,
    })
    const caller = { ...samplePerson(clinic, location, pick, now), email: '' }
    people.push(caller)
    callers.push({ patientId: caller.id, location: location.code })
  }
  const seenAt = new Date(now.getTime() - SEEN_HOURS_AGO * 3_600_000)
  await inTransaction(pool, async (client) => {
    await client.query(STORE_PEOPLE, [JSON.stringify(people)])
    await client.query(STORE_BOOKINGS, [JSON.stringify(bookings)])
    await client.query(RECEIVE_PATIENTS, [now])
    await seedDaySide(client, waiting, { now, seenAt, timeZone: clinic.timeZone })
    await seedMessages(client, clinic, now)
    await seedWishes(client, now)
    await seedCalls(client, callers, clinic, now)
    await client.query('UPDATE staff SET notifications_seen_at = $1', [seenAt])
  })
}

const STORE_PEOPLE = `
  INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender, nationality, address,
                        age, age_given_on)
  SELECT id, "firstName", "lastName", email, email, phone, "phoneE164", gender, 'nigeria', address, age, "ageGivenOn"
  FROM json_to_recordset($1) AS person (id uuid, "firstName" text, "lastName" text, email text, phone text,
    "phoneE164" text, gender text, address text, age smallint, "ageGivenOn" date)`

const STORE_BOOKINGS = `
  INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id, service_text,
                            appointment_type, tariff, starts_at, ends_at, status, complaint, created_at)
  SELECT id, reference, "patientId", "doctorId", "doctorChosen", location, "serviceId", "serviceText",
         "appointmentType", tariff, "startsAt", "endsAt", status, complaint, "createdAt"
  FROM json_to_recordset($1) AS booking (id uuid, reference text, "patientId" uuid, "doctorId" text,
    "doctorChosen" boolean, location text, "serviceId" text, "serviceText" text, "appointmentType" text,
    tariff numeric, "startsAt" timestamptz, "endsAt" timestamptz, status text, complaint text, "createdAt" timestamptz)`

/**
 * Sets the states by the moment $1: most have come, some a little late, some are no-shows, more of those without a
 * reminder; all have had their confirmation. Of the day itself, at each location, the next one waits, the second to
 * last past one did not come, and the third to last has no outcome.
 */
const RECEIVE_PATIENTS = `
  UPDATE appointments SET visit = state, told = jsonb_build_object(
      'startsAt', starts_at, 'endsAt', ends_at, 'location', location, 'doctorId', doctor_id),
    arrived_at = CASE WHEN state = 'arrived' THEN $1 - (4 + chance % 18) * interval '1 minute'
                      WHEN state <> 'no_show' THEN least(starts_at - chance % 12 * interval '1 minute', $1) END,
    in_chair_at = CASE WHEN state IN ('in_chair', 'done') THEN least(starts_at + chance % 7 * interval '1 minute', $1) END,
    done_at = CASE WHEN state = 'done' THEN ends_at END,
    no_show_at = CASE WHEN state = 'no_show' THEN starts_at + interval '15 minutes' END
  FROM (SELECT id, chance, CASE
          WHEN ends_at <= $1 AND ends_at > $1 - interval '12 hours' AND turn = 2 THEN 'no_show'
          WHEN ends_at <= $1 AND ends_at > $1 - interval '12 hours' AND turn = 3 THEN NULL
          WHEN ends_at <= $1 THEN CASE WHEN chance % (CASE WHEN ${UNREMINDED} THEN 21 ELSE 29 END) = 0 THEN 'no_show'
                                       WHEN chance % 40 > 0 THEN 'done' END
          WHEN starts_at <= $1 THEN 'in_chair'
          WHEN starts_at <= $1 + interval '60 minutes' AND (turn = 1 OR chance % 4 = 0) THEN 'arrived' END AS state
        FROM (SELECT *, abs(hashtext(reference)) AS chance,
                     row_number() OVER (PARTITION BY location, ends_at <= $1, starts_at <= $1
                                        ORDER BY CASE WHEN ends_at <= $1 THEN $1 - starts_at ELSE starts_at - $1 END, id) AS turn
              FROM appointments) AS each) AS seen
  WHERE seen.id = appointments.id`

type Picker = ReturnType<typeof randomPicker>

type Place = { location: ClinicLocation; doctor: Doctor; date: string }
type Visit = { slot: Interval; service: Service | null }

/** Appointments of a doctor on a day at a location, one after the other; a share of the half-hours begins one. */
function* sampleVisits(
  clinic: Clinic,
  { location, doctor, date }: Place,
  closed: readonly Interval[],
  { share, now }: { share: number; now: Date },
  pick: Picker,
): Generator<Visit> {
  const hours = hoursAt(doctor, location)
  const services = clinic.services.filter(({ doctors }) => doctors?.includes(doctor.id) ?? true)
  let free = 0
  for (const time of slotTimes(hours, date, clinic.timeZone, {
    minutes: SHORTEST_MINUTES,
    step: SLOT_MINUTES,
  })) {
    const isLeftOut = pick.share() > share
    const service = services.length > 0 ? pick.from(services) : null
    const minutes = lengthOf(service)
    const slot = slotInterval(date, time, clinic.timeZone, minutes)
    if (isLeftOut && Math.abs(slot.start - now.getTime()) > LIVELY_MS) continue
    const isFree = slot.start >= free && !closed.some((period) => overlaps(period, slot))
    if (!isFree || !fitsInto(hours, date, clinic.timeZone, time, minutes)) continue
    free = slot.end
    yield { slot, service }
  }
}

type SamplePerson = ReturnType<typeof samplePerson>

function samplePerson(clinic: Clinic, location: ClinicLocation, pick: Picker, now: Date) {
  const firstName = pick.from(FIRST_NAMES)
  const lastName = pick.from(LAST_NAMES)
  const email = `${firstName}.${lastName}@example.com`.toLowerCase()
  const digits = String(pick.below(10_000)).padStart(4, '0')
  return {
    id: randomUUID(),
    firstName,
    lastName,
    email,
    phone: `0803 000 ${digits}`,
    phoneE164: `+234803000${digits}`,
    gender: pick.from(['female', 'male', 'none']),
    address: defaultAddress(location),
    age: 12 + pick.below(60),
    ageGivenOn: clinicDate(now, clinic.timeZone),
  }
}

type SampleBooking = ReturnType<typeof sampleBooking>

function sampleBooking(
  { doctor, location }: Place,
  patientId: string,
  { slot, service }: Visit,
  now: Date,
  pick: Picker,
) {
  const isPast = slot.end < now.getTime()
  return {
    id: randomUUID(),
    reference: newReference(pick.bytes),
    patientId,
    doctorId: doctor.id,
    doctorChosen: pick.share() < 0.4,
    location: location.code,
    serviceId: service?.id ?? null,
    serviceText: service?.name ?? 'Consultation',
    appointmentType: service?.type ?? 'consultation',
    tariff: service?.tariff ?? null,
    startsAt: new Date(slot.start),
    endsAt: new Date(slot.end),
    status: isPast || pick.share() < 0.5 ? 'confirmed' : 'open',
    complaint: pick.from(COMPLAINTS),
    // One to ten days before, and never in the future.
    createdAt: new Date(Math.min(slot.start, now.getTime()) - (1 + pick.below(10)) * 86_400_000),
  }
}

/** Makes some future appointments fresh, where the wizard books. */
function makeSomeFresh(bookings: SampleBooking[], clinic: Clinic, now: Date) {
  const today = clinicDate(now, clinic.timeZone)
  const toCome = bookings
    .filter(({ location }) => clinic.offeredLocations.includes(location))
    .filter(({ startsAt }) => clinicDate(startsAt, clinic.timeZone) > today)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  FRESH_MINUTES_AGO.forEach((minutes, i) => {
    const booking = toCome[Math.floor((toCome.length * (i + 1)) / (FRESH_MINUTES_AGO.length + 1))]
    if (booking) {
      Object.assign(booking, { createdAt: new Date(now.getTime() - minutes * 60_000), status: 'open' })
    }
  })
}

/** Seeded, so that a demonstration can be repeated. */
function randomPicker(seed: number) {
  let state = seed
  const share = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    share,
    below,
    from: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    bytes: (count: number) => Uint8Array.from({ length: count }, () => below(256)),
  }
}
