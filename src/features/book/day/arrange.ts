import type { Appointment } from '../../../../contract/appointments.ts'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { minutesOf } from '../../../../domain/clinic-time.ts'
import { SHORTEST_MINUTES } from '../../../../domain/services.ts'
import { DESK_STEP_MINUTES, openMinutes } from '../../../../domain/slots.ts'
import { clinicFacts } from '../../../clinic.ts'
import { covered, lengthOf, overlap, type Span, within, without } from './spans.ts'

/** A doctor who works at the location, or no longer does but has an appointment. */
export type ColumnDoctor = {
  id: string
  name: string
  /** Own hours at the location; missing: the location's. */
  openingHours?: OpeningHours
}

/** A blocked time, with the blocker's words. */
export type BlockedSpan = Span & { words: string; doctorId: string | null; isRecurring: boolean }

/** An appointment in its column. Where visits overlap, as a booking does a no-show, they share the width. */
export type Block = Span & { row: Appointment; lane: number; lanes: number }

export type Column = {
  /** Unique for a day and doctor. */
  key: string
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  location: string
  doctor: ColumnDoctor
  /** Whether the doctor works there, so that somebody can be booked. */
  isWorking: boolean
  open: readonly Span[]
  blocked: readonly BlockedSpan[]
  blocks: readonly Block[]
  /** Neither shut, blocked nor taken, past or not. */
  free: readonly Span[]
}

export type ColumnFacts = {
  day: string
  location: string
  doctor: ColumnDoctor
  isWorking: boolean
  hours: OpeningHours
  /** Blocked spans of the location on this day. */
  blocked: readonly BlockedSpan[]
  /** Appointments of the location on this day. */
  appointments: readonly Appointment[]
}

/** The clock minutes of an appointment: an instant of the wire has the clinic's offset. */
export function spanOf(row: Appointment): Span {
  const from = minutesOf(row.appointment_date.slice(11, 16))
  return { from, to: Math.min(1440, from + row.duration) }
}

/** Whether an appointment occupies its time. A patient without a time occupies none. */
export const takesTime = (row: Appointment) =>
  row.status !== 'cancelled' && row.visit !== 'no_show' && !row.waiting

/** Appointments at their time in the day, and walk-ins without a time beside it. */
export function splitWaiting(rows: readonly Appointment[]): { timed: Appointment[]; waiting: Appointment[] } {
  return { timed: rows.filter(({ waiting }) => !waiting), waiting: rows.filter(({ waiting }) => waiting) }
}

export function columnOf(facts: ColumnFacts): Column {
  const { day, location, isWorking, hours } = facts
  const { openingHours = hours, ...doctor } = facts.doctor
  const own = facts.appointments.filter((row) => row.doctor.id === doctor.id && !row.waiting)
  const open: Span[] = openMinutes(openingHours, day, clinicFacts().timeZone)
  const blocked = facts.blocked.filter(({ doctorId }) => doctorId === null || doctorId === doctor.id)
  const taken = own.filter(takesTime).map(spanOf)
  return {
    key: `${day} ${location} ${doctor.id}`,
    day,
    location,
    doctor,
    isWorking,
    open,
    blocked,
    blocks: inLanes(own),
    free: isWorking ? without(open, [...blocked, ...taken]) : [],
  }
}

/** Lanes of overlapping appointments: each of a chain gets a lane, and all share the width. */
function inLanes(rows: readonly Appointment[]): Block[] {
  const sorted = rows
    .map((row) => ({ row, ...spanOf(row) }))
    .sort((a, b) => a.from - b.from || b.to - a.to || (a.row.id < b.row.id ? -1 : 1))
  const blocks: Block[] = []
  let chain: Omit<Block, 'lanes'>[] = []
  const close = () => {
    const lanes = 1 + Math.max(0, ...chain.map(({ lane }) => lane))
    blocks.push(...chain.map((block) => ({ ...block, lanes })))
    chain = []
  }
  for (const block of sorted) {
    if (!chain.some((other) => other.to > block.from)) close()
    const taken = new Set(chain.filter((other) => overlap(other, block)).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane += 1
    chain.push({ ...block, lane })
  }
  close()
  return blocks
}

/** Margin before the first opening and after the last closing, in minutes. */
const BEFORE_OPEN = 30
const AFTER_CLOSED = 15
/** Frame of a day on which the clinic is closed. */
const USUAL: Span = { from: 9 * 60, to: 17 * 60 }

/** The part of a day that all columns show: the opening hours, and appointments and blockers outside of them. */
export function frameOf(columns: readonly Column[]): Span {
  const open = columns.flatMap((column) => column.open)
  const hours = open.length > 0 ? open : [USUAL]
  const blocks = columns.flatMap((column) => column.blocks)
  return {
    from: Math.max(0, Math.min(...hours.map(({ from }) => from - BEFORE_OPEN), ...blocks.map(startsAt))),
    to: Math.min(1440, Math.max(...hours.map(({ to }) => to + AFTER_CLOSED), ...blocks.map(endsAt))),
  }
}
const HALF_HOUR = 30
const startsAt = ({ from }: Span) => Math.floor(from / HALF_HOUR) * HALF_HOUR
const endsAt = ({ to }: Span) => Math.ceil(to / HALF_HOUR) * HALF_HOUR

/** Closed spans of a column, within the shown part. */
export const shutOf = (column: Pick<Column, 'open'>, frame: Span): Span[] => without([frame], column.open)

/** A shorter piece of free time is no gap to press: it joins the one beside it. */
const SMALLEST_GAP = 15

/**
 * The gaps of a column: its free time, cut at the half-hours, from now on.
 * @param now minutes of that day; all of it is past where greater than 1440, nothing where negative
 */
export function gapsOf(column: Pick<Column, 'free'>, now: number): (Span & { free: number })[] {
  const first = Math.ceil(now / DESK_STEP_MINUTES) * DESK_STEP_MINUTES
  const ahead = without(column.free, [{ from: 0, to: Math.max(0, first) }])
  return ahead.flatMap((gap) => {
    const pieces: Span[] = []
    for (let from = gap.from; from < gap.to; ) {
      const to = Math.min(gap.to, (Math.floor(from / HALF_HOUR) + 1) * HALF_HOUR)
      const last = pieces.at(-1)
      if (last && (to - from < SMALLEST_GAP || lengthOf(last) < SMALLEST_GAP)) last.to = to
      else pieces.push({ from, to })
      from = to
    }
    return pieces
      .filter((piece) => lengthOf(piece) >= SHORTEST_MINUTES)
      .map((piece) => ({ ...piece, free: gap.to - piece.from }))
  })
}

/**
 * Division of an opening time, in minutes; `leave` is the doctors' own part of the blocked time. From now on, `ahead`
 * is bookable or booked, and `left` is free.
 */
export type Load = {
  open: number
  booked: number
  blocked: number
  leave: number
  ahead: number
  left: number
}

/** @param now as of `gapsOf` */
export function loadOf(column: Column, now: number): Load {
  const taken = column.blocks.filter(({ row }) => takesTime(row))
  const blockedOnly = without(column.blocked, taken)
  const gone = { from: 0, to: Math.max(0, now) }
  const leave = column.blocked.filter(({ doctorId }) => doctorId !== null)
  return {
    open: covered(column.open),
    booked: covered(within(taken, column.open)),
    blocked: covered(within(blockedOnly, column.open)),
    leave: covered(within(leave, column.open)),
    ahead: covered(without(column.open, [...column.blocked, gone])),
    left: covered(without(column.free, [gone])),
  }
}

export function addLoads(loads: readonly Load[]): Load {
  const sum = (name: keyof Load) => loads.reduce((total, load) => total + load[name], 0)
  return {
    open: sum('open'),
    booked: sum('booked'),
    blocked: sum('blocked'),
    leave: sum('leave'),
    ahead: sum('ahead'),
    left: sum('left'),
  }
}

/** Reason why a time has nothing left: away, blocked, or full; null if it is over. */
export function whyNothingLeft({
  open,
  booked,
  blocked,
  leave,
  ahead,
}: Load): 'leave' | 'blocked' | 'full' | null {
  if (booked === 0 && blocked >= open) return leave >= open ? 'leave' : 'blocked'
  return ahead > 0 ? 'full' : null
}

/** Booked share of the time that isn't blocked, in per cent; null: no such time. */
export function percentBooked({ open, booked, blocked }: Load): number | null {
  const bookable = open - blocked
  return bookable <= 0 ? null : Math.min(100, Math.round((booked / bookable) * 100))
}

/** The locations asked for in their order, even without appointments, then those that the clinic no longer has. */
export function byLocation(
  appointments: readonly Appointment[],
  codes: readonly string[],
): { code: string; appointments: readonly Appointment[] }[] {
  const all = new Set([...codes, ...appointments.map(({ user }) => user.location)])
  return [...all].map((code) => ({
    code,
    appointments: appointments.filter(({ user }) => user.location === code),
  }))
}

/** Doctors who work there in display order, then former ones with an appointment. */
export function columnDoctors(
  working: readonly ColumnDoctor[],
  appointments: readonly Appointment[],
): (ColumnDoctor & { isWorking: boolean })[] {
  const known = new Set(working.map(({ id }) => id))
  const others = new Map(
    appointments
      .filter(({ doctor, waiting }) => !known.has(doctor.id) && !waiting)
      .map(({ doctor }) => [doctor.id, doctor]),
  )
  return [
    ...working.map(({ id, name, openingHours }) => ({
      id,
      name,
      ...(openingHours && { openingHours }),
      isWorking: true,
    })),
    ...[...others.values()]
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name }) => ({ id, name, isWorking: false })),
  ]
}
