import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { addDays, clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { doctorsFor } from '../../../domain/services.ts'
import {
  isOfferHour,
  nextOffers,
  OFFER_MINUTES,
  OFFER_ROUNDS,
  OFFERED_AHEAD_MINUTES,
  OFFERED_AT_ONCE,
  type OfferedTime,
  type WaitingPatient,
  type Wish,
} from '../../../domain/waiting-list.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { BlockersNow, CurrentBlockers } from '../blocked/current.ts'
import { addTodo } from '../todo/repository.ts'
import { bookOf, freeStarts } from '../visits/desk-time.ts'
import { STILL_WAITS } from './entries.ts'
import { HOLDS } from './offer-state.ts'
import { offerJobsFrom } from './queue.ts'

export type OfferParts = {
  pool: Pool
  blockers: CurrentBlockers
  clinic: Clinic
  /** A process that stops leaves the rest to the next one. */
  isStopping?: () => boolean
}

/** Entries checked for one slot, the longest waiting first. */
const LOOKED_AT = 200
/** Days of a freed period that are checked. */
const DAYS = 31
const MINUTE_MS = 60_000

/**
 * Offers freed slots to the waiting list, three at a time, and to the next three when no one has taken one within its
 * half hour. Several processes may do so at once: each takes the slots that no other is working on. Outside the hours
 * for offers nothing is sent.
 * @returns how many offers were made
 */
export async function offerFreedTimes(parts: OfferParts, now: Date): Promise<number> {
  if (!isOfferHour(now, parts.clinic.timeZone)) return 0
  let offered = 0
  for (;;) {
    const blockers = await parts.blockers.latest()
    const made = await inTransaction(parts.pool, (client) => offerNext(client, { ...parts, blockers, now }))
    if (made === null) return offered
    offered += made
    if (parts.isStopping?.()) return offered
  }
}

type Moment = { clinic: Clinic; blockers: BlockersNow; now: Date }

type Freed = {
  id: string
  location: string
  doctorId: string | null
  startsAt: Date
  endsAt: Date
  freedBy: string | null
  round: number
}

/** @returns how many offers of the first time that is due were made; null: none is due, or others have them in hand */
async function offerNext(client: PoolClient, moment: Moment): Promise<number | null> {
  const { rows } = await client.query<Freed>(
    `SELECT id, location, doctor_id AS "doctorId", starts_at AS "startsAt", ends_at AS "endsAt", freed_by AS "freedBy", round
     FROM freed_times WHERE ended_at IS NULL AND due_at <= $1
     ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [moment.now],
  )
  const [freed] = rows
  if (!freed) return null
  const made = freed.round < OFFER_ROUNDS ? await offer(client, freed, moment) : 0
  if (made === 0) {
    const later = await calledUntil(client, freed, moment)
    if (later === null) await end(client, freed, moment)
    else await client.query('UPDATE freed_times SET due_at = $2 WHERE id = $1', [freed.id, later])
  }
  return made
}

type Entry = WaitingPatient & { id: string; serviceId: string | null; minutes: number; hasVisit: boolean }
type EntryRow = Omit<Entry, 'wish'> & Wish

async function offer(client: PoolClient, freed: Freed, moment: Moment): Promise<number> {
  const { now } = moment
  const times = await freeIn(client, freed, moment)
  if (times === null) return 0
  const offers = nextOffers(await waitingFor(client, freed, moment), times).map(({ to, time }) => ({
    id: randomUUID() as string,
    entryId: to.id,
    doctorId: time.doctorId,
    startsAt: new Date(time.start),
    endsAt: new Date(time.end),
  }))
  if (offers.length === 0) return 0
  const goodUntil = new Date(now.getTime() + OFFER_MINUTES * MINUTE_MS)
  await client.query(
    `INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until)
     SELECT id, "entryId", $2, $3, "doctorId", "startsAt", "endsAt", $4, $5
     FROM jsonb_to_recordset($1) AS offer (id uuid, "entryId" uuid, "doctorId" text, "startsAt" timestamptz, "endsAt" timestamptz)`,
    [JSON.stringify(offers), freed.id, freed.location, now, goodUntil],
  )
  await client.query(offerJobsFrom('unnest($1::uuid[]) AS offer (id)'), [offers.map(({ id }) => id)])
  await client.query('UPDATE freed_times SET round = round + 1, due_at = $2 WHERE id = $1', [
    freed.id,
    goodUntil,
  ])
  return offers.length
}

/** Deadline of the calls about it; null: none. */
async function calledUntil(client: PoolClient, { id }: Freed, { now }: Moment): Promise<Date | null> {
  const { rows } = await client.query<{ until: Date | null }>(
    `SELECT max(o.good_until) AS until FROM offers o JOIN waiting_entries e ON e.id = o.entry_id
     WHERE o.freed_id = $2 AND o.call_at IS NOT NULL AND ${HOLDS('$1')}`,
    [now, id],
  )
  return rows[0]?.until ?? null
}

/** Outcome of a freed slot: it was taken; it was offered, and is free still; or else. */
async function end(client: PoolClient, freed: Freed, moment: Moment): Promise<void> {
  const { rows } = await client.query<{ taken: boolean; offered: boolean }>(
    `SELECT coalesce(bool_or(claimed_at IS NOT NULL), false) AS taken, count(*) > 0 AS offered FROM offers WHERE freed_id = $1`,
    [freed.id],
  )
  const { taken = false, offered = false } = rows[0] ?? {}
  const isFree = offered && !taken && (await isStillFree(client, freed, moment))
  await client.query('UPDATE freed_times SET ended_at = $2, ended_as = $3 WHERE id = $1', [
    freed.id,
    moment.now,
    taken ? 'taken' : isFree ? 'untaken' : 'over',
  ])
  if (isFree)
    for (const id of await longestWaiting(client, freed)) await addTodo(client, 'offer_not_taken', id)
}

/**
 * The appointments of those who were offered it and have waited longest: the desk calls them, as the slot is free
 * still.
 */
async function longestWaiting(client: PoolClient, { id }: Freed): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT e.appointment_id AS id FROM offers o JOIN waiting_entries e ON e.id = o.entry_id
     WHERE o.freed_id = $1 AND e.ended_at IS NULL AND e.appointment_id IS NOT NULL AND o.declined_at IS NULL
     ORDER BY e.urgent DESC, e.created_at, e.id LIMIT ${OFFERED_AT_ONCE}`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Reports whether one of the offered slots can still be had. */
async function isStillFree(client: PoolClient, { id }: Freed, { now }: Moment): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM offers o WHERE o.freed_id = $1 AND o.starts_at > $2 AND NOT EXISTS (
       SELECT FROM appointments a WHERE a.doctor_id = o.doctor_id AND a.takes_time
         AND tstzrange(a.starts_at, a.ends_at) && tstzrange(o.starts_at, o.ends_at)) LIMIT 1`,
    [id, now],
  )
  return (rowCount ?? 0) > 0
}

/** Entries at its location without an offer of it: urgent ones, then the longest waiting first. */
async function waitingFor(client: PoolClient, freed: Freed, { clinic, now }: Moment): Promise<Entry[]> {
  const today = clinicDate(now, clinic.timeZone)
  const { rows } = await client.query<EntryRow>(
    `WITH waiting AS (
       SELECT e.*, a.starts_at, a.ends_at, a.service_id AS booked_service, ${PERSON('p')} AS person
       FROM waiting_entries e JOIN patients p ON p.id = e.patient_id LEFT JOIN appointments a ON a.id = e.appointment_id
       WHERE ${STILL_WAITS('$1', '$2')} AND e.location = $3 AND e.appointment_id IS DISTINCT FROM $4::uuid
         AND NOT EXISTS (SELECT FROM offers WHERE freed_id = $5 AND entry_id = e.id)
       ORDER BY e.urgent DESC, e.created_at, e.id LIMIT ${LOOKED_AT}
     ), today AS (
       SELECT ${PERSON('p')} AS person, count(*)::int AS offers
       FROM offers o JOIN waiting_entries e ON e.id = o.entry_id JOIN patients p ON p.id = e.patient_id
       WHERE o.created_at >= $6 GROUP BY 1
     )
     SELECT id, person, coalesce(today.offers, 0) AS "offersToday", coalesce(booked_service, service_id) AS "serviceId",
       coalesce((extract(epoch FROM ends_at - starts_at) / 60)::int, minutes) AS minutes, appointment_id IS NOT NULL AS "hasVisit",
       from_day::text AS "from", to_day::text AS "to", weekdays, part_of_day AS "partOfDay", doctor_id AS "doctorId",
       starts_at AS "visitStartsAt"
     FROM waiting LEFT JOIN today USING (person) ORDER BY urgent DESC, created_at, id`,
    [now, today, freed.location, freed.freedBy, freed.id, toInstant(today, '00:00', clinic.timeZone)],
  )
  return rows.map(({ from, to, weekdays, partOfDay, doctorId, visitStartsAt, ...entry }) => ({
    ...entry,
    wish: { from, to, weekdays, partOfDay, doctorId, visitStartsAt },
  }))
}

/** The same for records of `patients` that are reached by the same contact. */
const PERSON = (patients: string) =>
  `coalesce(nullif(${patients}.phone_e164, ''), nullif(${patients}.email_key, ''), ${patients}.id::text)`

/**
 * The slots within a freed period that are really free, with one of the doctors who may treat them; null: all of it is
 * too near. None begins before four hours from now.
 */
async function freeIn(
  client: PoolClient,
  freed: Freed,
  { clinic, blockers, now }: Moment,
): Promise<((entry: Entry) => OfferedTime[]) | null> {
  const { timeZone } = clinic
  const earliest = Math.max(freed.startsAt.getTime(), now.getTime() + OFFERED_AHEAD_MINUTES * MINUTE_MS)
  const location = clinic.locations.find(({ code }) => code === freed.location)
  if (!location || earliest >= freed.endsAt.getTime()) return null
  const first = clinicDate(new Date(earliest), timeZone)
  const end = clinicDate(new Date(freed.endsAt.getTime() - 1), timeZone)
  const last = end < addDays(first, DAYS - 1) ? end : addDays(first, DAYS - 1)
  const theirs = doctorsFor(clinic, location.code).filter(
    ({ id }) => freed.doctorId === null || freed.doctorId === id,
  )
  const facts = { clinic, now: new Date(earliest) }
  const taken = await bookOf(client, theirs, [first, last], facts, null)

  const known = new Map<string, OfferedTime[]>()
  return (entry) => {
    const service = clinic.services.find(({ id }) => id === entry.serviceId) ?? null
    const able = doctorsFor(clinic, location.code, service).filter(
      (doctor) => theirs.includes(doctor) && (entry.wish.doctorId ?? doctor.id) === doctor.id,
    )
    const key = `${able.map(({ id }) => id)} ${entry.minutes}`
    const before = known.get(key)
    if (before) return before
    const found = allIn({ location, minutes: entry.minutes, doctors: able }, [first, last], (date, asked) =>
      freeStarts(asked, date, { taken, blockers }, facts),
    ).filter(({ start }) => start < freed.endsAt.getTime())
    known.set(key, found)
    return found
  }
}

type SlotQuestion = { location: ClinicLocation; minutes: number; doctors: readonly Doctor[] }

function allIn(
  asked: SlotQuestion,
  [first, last]: [first: string, last: string],
  startsOn: (date: string, asked: SlotQuestion) => ReturnType<typeof freeStarts>,
): OfferedTime[] {
  const times: OfferedTime[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) {
    for (const { time, start, doctor } of startsOn(date, asked)) {
      times.push({ date, time, start, end: start + asked.minutes * MINUTE_MS, doctorId: doctor.id })
    }
  }
  return times
}
