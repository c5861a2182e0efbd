import type { Pool } from 'pg'
import type { Appointment } from '../../../contract/appointments.ts'
import type { DoctorDay, LeadTime, Overview, ReplyKind } from '../../../contract/overview.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { hoursAt } from '../../../domain/doctors.ts'

/*
 * The numbers of the overview once more, without its SQL: from the rows of the list, minute by minute. Clinic time is an
 * hour ahead of UTC throughout.
 */

/** A One Time blocker. */
export type Blocked = { location: string | null; doctorId: string | null; from: number; to: number }

type Known = {
  clinic: Clinic
  /** Appointments of all locations, as in the list, with cancelled ones. */
  rows: readonly Appointment[]
  pool: Pool
  blocked: readonly Blocked[]
  now: Date
}

const MINUTE = 60_000
const midnightOf = (day: string) => Date.parse(`${day}T00:00:00+01:00`)
const dayOf = (at: number) => new Date(at + 60 * MINUTE).toISOString().slice(0, 10)
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const startOf = ({ appointment_date }: Appointment) => Date.parse(appointment_date)
const endOf = ({ end }: Appointment) => Date.parse(end ?? '')
const holds = ({ status, visit, waiting }: Appointment) =>
  status !== 'cancelled' && visit !== 'no_show' && waiting === null

/** @param wanted codes; null: all */
export async function naiveOverview(
  { clinic, rows, pool, blocked, now }: Known,
  wanted: readonly string[] | null,
  days: readonly string[],
): Promise<Omit<Overview, 'from' | 'to' | 'today' | 'asOf' | 'doctors'>> {
  const counts = (location: string) => wanted === null || wanted.includes(location)
  const visits = rows.filter((row) => days.includes(dayOf(startOf(row))) && !row.waiting)
  const here = visits.filter(({ user }) => counts(user.location))
  const kept = here.filter(({ status }) => status !== 'cancelled')

  const { rows: messages } = await pool.query(
    `SELECT m.*, a.location FROM messages m JOIN appointments a ON a.id = m.appointment_id`,
  )
  const { rows: stored } = await pool.query('SELECT id, created_at, patient_cancelled_at FROM appointments')
  const { rows: wishes } = await pool.query(`SELECT appointment_id FROM todos WHERE kind = 'asked_to_call'`)
  const storedOf = ({ id }: Appointment) => stored.find((each) => each.id === id)
  const isReminded = (row: Appointment) =>
    messages.some(
      ({ appointment_id, kind, state, starts_at }) =>
        appointment_id === row.id &&
        kind === 'reminder' &&
        state === 'sent' &&
        starts_at.getTime() === startOf(row),
    )
  const cameOf = (some: readonly Appointment[]) => ({
    came: some.filter(({ visit }) => visit && visit !== 'no_show').length,
    missed: some.filter(({ visit }) => visit === 'no_show').length,
  })
  const by = (key: (row: Appointment) => string) =>
    [...new Set(kept.map(key))]
      .sort()
      .map((each) => ({ key: each, ...cameOf(kept.filter((row) => key(row) === each)) }))
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  const weekOf = (row: Appointment) => {
    const at = startOf(row) + 60 * MINUTE
    return dayOf(startOf(row) - ((new Date(at).getUTCDay() + 6) % 7) * 1440 * MINUTE)
  }

  const aheadOf = (row: Appointment): LeadTime => {
    const booked = midnightOf(dayOf(storedOf(row).created_at.getTime()))
    const gap = (midnightOf(dayOf(startOf(row))) - booked) / (1440 * MINUTE)
    if (gap < 1) return 'same_day'
    if (gap < 3) return gap < 2 ? '1' : '2'
    return gap > 14 ? 'over_14' : gap > 7 ? '8_14' : '3_7'
  }
  const answerOf = (row: Appointment): ReplyKind => {
    if (row.status === 'cancelled' && storedOf(row).patient_cancelled_at) return 'no'
    if (row.patientConfirmedAt) return 'yes'
    return wishes.some(({ appointment_id }) => appointment_id === row.id) ? 'call' : 'none'
  }
  const reminded = here.filter(isReminded)

  const settled = messages.filter(
    ({ settled_at, state, location }) =>
      counts(location) &&
      settled_at !== null &&
      !['waiting', 'claimed', 'skipped'].includes(state) &&
      days.includes(dayOf(settled_at.getTime())),
  )
  const messageKey = ({ kind, channel, state }: Record<string, string>) =>
    `${kind} ${channel ?? '-'} ${state}`

  const hourOf = (row: Appointment) => {
    const at = new Date(startOf(row) + 60 * MINUTE)
    return `${at.getUTCDay()} ${at.getUTCHours()}`
  }
  const inHours = kept.filter(holds)
  const doctorDays = days.flatMap((day) => doctorDaysOf(day))

  /** The open, taken and blocked parts of a doctor's day: each minute by itself. */
  function doctorDaysOf(day: string): (DoctorDay & { ahead: number })[] {
    const ids = new Set([...clinic.doctors.map(({ id }) => id), ...visits.map(({ doctor }) => doctor.id)])
    return [...ids].sort().flatMap((doctorId) => {
      const doctor = clinic.doctors.find(({ id }) => id === doctorId)
      const taken = visits.filter(
        (row) => row.doctor.id === doctorId && dayOf(startOf(row)) === day && holds(row),
      )
      const own = taken.filter(({ user }) => counts(user.location))
      const lengths = (some: readonly Appointment[]) =>
        some.reduce((sum, row) => sum + (endOf(row) - startOf(row)) / MINUTE, 0)
      const sums = { open: 0, blocked: 0, free: 0, ahead: 0 }
      for (let minute = 0; minute < 1440; minute++) {
        const at = midnightOf(day) + minute * MINUTE
        const places = clinic.locations.filter(
          (location) =>
            counts(location.code) &&
            doctor !== undefined &&
            (hoursAt(doctor, location)[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? []).some(
              ({ from, to }) => minute >= minutes(from) && minute < minutes(to),
            ),
        )
        if (places.length === 0) continue
        sums.open += 1
        if (taken.some((row) => startOf(row) <= at && at < endOf(row))) continue
        const isBlocked = blocked.some(
          (one) =>
            one.from <= at &&
            at < one.to &&
            (one.doctorId === null || one.doctorId === doctorId) &&
            places.some(({ code }) => one.location === null || one.location === code),
        )
        if (isBlocked) sums.blocked += 1
        else {
          sums.free += 1
          if (at >= now.getTime()) sums.ahead += 1
        }
      }
      const bookedMinutes = lengths(own)
      if (sums.open === 0 && bookedMinutes === 0) return []
      const doneMinutes = lengths(own.filter(({ visit }) => visit === 'done'))
      const { open: openMinutes, blocked: blockedMinutes, free: freeMinutes, ahead } = sums
      return [
        { date: day, doctorId, openMinutes, bookedMinutes, blockedMinutes, freeMinutes, doneMinutes, ahead },
      ]
    })
  }

  return {
    days: doctorDays.map(({ ahead: _, ...day }) => day),
    noShows: {
      byWeek: [...new Set(kept.map(weekOf))].sort().map((week) => {
        const ofWeek = kept.filter((row) => weekOf(row) === week)
        return {
          week,
          reminded: cameOf(ofWeek.filter(isReminded)),
          others: cameOf(ofWeek.filter((row) => !isReminded(row))),
        }
      }),
      byLocation: by(({ user }) => user.location),
      byChannel: by(({ channel }) => channel),
      byReminded: by((row) => yes(isReminded(row))),
      byConfirmed: by(({ patientConfirmedAt }) => yes(patientConfirmedAt !== null)),
    },
    ahead: (['same_day', '1', '2', '3_7', '8_14', 'over_14'] as const).map((key) => {
      const some = kept.filter((row) => row.channel !== 'walk_in' && aheadOf(row) === key)
      return { key, visits: some.length, ...cameOf(some) }
    }),
    messages: [...new Set(settled.map(messageKey))].sort().map((key) => {
      const [kind = '', channel, outcome] = key.split(' ')
      const count = settled.filter((each) => messageKey(each) === key).length
      return {
        kind,
        channel: channel === '-' ? null : channel,
        outcome,
        count,
      } as Overview['messages'][number]
    }),
    answers: Object.fromEntries(
      (['yes', 'no', 'call', 'none'] as const).map((reply) => [
        reply,
        reminded.filter((row) => answerOf(row) === reply).length,
      ]),
    ) as Overview['answers'],
    hours: [...new Set(inHours.map(hourOf))]
      .map((key) => {
        const [weekday = 0, hour = 0] = key.split(' ').map(Number)
        return { weekday, hour, visits: inHours.filter((row) => hourOf(row) === key).length }
      })
      .sort((one, other) => one.weekday - other.weekday || one.hour - other.hour),
    totals: {
      visits: kept.length,
      cancelled: here.length - kept.length,
      cancelledByPatient: here.filter(
        (row) => row.status === 'cancelled' && storedOf(row).patient_cancelled_at,
      ).length,
      moved: kept.filter(({ moved }) => moved > 0).length,
      walkIns: kept.filter(({ channel }) => channel === 'walk_in').length,
      freeAheadMinutes: doctorDays.reduce((sum, { ahead }) => sum + ahead, 0),
    },
  }
}
