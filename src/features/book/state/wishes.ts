import type { Appointment, ChangeAppointmentWire } from '../../../../contract/appointments.ts'
import { isoWithOffset, toInstant } from '../../../../domain/clinic-time.ts'
import type { Visit } from '../../../../domain/visits.ts'
import { clinicFacts } from '../../../clinic.ts'

const MINUTE_MS = 60_000

/** A time of the book: day 'YYYY-MM-DD' and time 'HH:mm' in clinic time. */
export type BookPlace = {
  location: string
  day: string
  time: string
  minutes: number
  /** Chosen doctor; null: any free one. */
  doctor: { id: string; name: string } | null
}

/** Wanted state of an appointment; not the way there, so that the last of several wishes counts. */
export type Wish =
  | { kind: 'open'; isOpen: boolean }
  | { kind: 'visit'; visit: Visit }
  | { kind: 'move'; to: BookPlace; isUndo?: boolean }

/** Place of an appointment in the book. An instant of the wire has the clinic's offset. */
export const placeOfRow = (row: Appointment): BookPlace => ({
  location: row.user.location,
  day: row.appointment_date.slice(0, 10),
  time: row.appointment_date.slice(11, 16),
  minutes: row.duration,
  doctor: row.doctor,
})

/** The wish as the server is asked for it: what differs from the appointment, and always the doctor whose column is meant. */
export function wireOf(wish: Wish, row: Appointment): ChangeAppointmentWire {
  if (wish.kind === 'open') return { isOpen: wish.isOpen }
  if (wish.kind === 'visit') return { visit: wish.visit }
  const { location, day, time, minutes, doctor } = wish.to
  const known = placeOfRow(row)
  return {
    move: {
      ...(location !== known.location && { location }),
      appointment_date: day,
      start_time: time,
      ...(doctor && { doctor: doctor.id }),
      ...(minutes !== known.minutes && { duration: minutes }),
    },
    ...(wish.isUndo && { undo: true }),
  }
}

/** An appointment as it is shown until the server has answered. */
export function asWished(row: Appointment, wish: Wish): Appointment {
  if (row.status === 'cancelled') return row
  if (wish.kind === 'open') {
    return { ...row, isOpen: wish.isOpen, status: wish.isOpen ? 'open' : 'confirmed' }
  }
  if (wish.kind === 'visit') {
    const { visit } = wish
    if (visit === null) return { ...row, visit }
    const press = row.visitTimes[visit] ?? { at: new Date().toISOString(), late: false }
    return { ...row, visit, visitTimes: { ...row.visitTimes, [visit]: press } }
  }
  const { location, day, time, minutes, doctor } = wish.to
  const start = toInstant(day, time, clinicFacts().timeZone)
  return {
    ...row,
    appointment_date: isoWithOffset(start, clinicFacts().timeZone),
    end: isoWithOffset(new Date(start.getTime() + minutes * MINUTE_MS), clinicFacts().timeZone),
    duration: minutes,
    doctor: doctor ?? row.doctor,
    blocked: false,
    waiting: null,
    user: { ...row.user, location },
  }
}

/** Whether an appointment is as wished for, whoever changed it. */
export function isAsWished(row: Appointment, wish: Wish): boolean {
  if (wish.kind === 'open') return row.status === (wish.isOpen ? 'open' : 'confirmed')
  if (wish.kind === 'visit') return row.status !== 'cancelled' && row.visit === wish.visit
  return row.status !== 'cancelled' && !row.waiting && isSamePlace(placeOfRow(row), wish.to)
}

export const isSameWish = (one: Wish, other: Wish): boolean =>
  (one.kind === 'open' && other.kind === 'open' && one.isOpen === other.isOpen) ||
  (one.kind === 'visit' && other.kind === 'visit' && one.visit === other.visit) ||
  (one.kind === 'move' && other.kind === 'move' && isSamePlace(one.to, other.to))

/** The wish that undoes a wish. @param before the appointment as it was */
export function inverse(wish: Wish, before: Appointment): Wish {
  if (wish.kind === 'open') return { kind: 'open', isOpen: !wish.isOpen }
  if (wish.kind === 'visit') return { kind: 'visit', visit: before.visit }
  return { kind: 'move', to: placeOfRow(before), isUndo: true }
}

const isSamePlace = (one: BookPlace, other: BookPlace) =>
  one.location === other.location &&
  one.day === other.day &&
  one.time === other.time &&
  one.minutes === other.minutes &&
  (other.doctor === null || one.doctor?.id === other.doctor.id)
