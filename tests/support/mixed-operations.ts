import { randomUUID } from 'node:crypto'
import clinicConfig from '../../clinic.config.ts'
import type { Appointment } from '../../contract/appointments.ts'
import { chanceFrom } from '../chaos/random.ts'
import { startClinic } from './clinic.ts'

/*
 * Random bookings, desk bookings, moves, visit steps, cancellations and undos, each against a model of the book that is
 * written without the server's code: the answer has to match the model, and in the end the tables, too.
 */

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const DOCTORS = ['fct-okafor', 'fct-musa']
/** Each day from 8 to 12 and from 13 to 17, an hour ahead of UTC. */
const OPEN = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const MIDNIGHT = Date.parse('2030-03-04T00:00:00+01:00')

type State = 'arrived' | 'in_chair' | 'done' | 'no_show'
type Visit = {
  id: string
  doctor: string
  start: number
  end: number
  /** The end before 'done' shortened it. */
  full: number
  status: 'open' | 'confirmed' | 'cancelled'
  /** The current steps, in order, with their times. */
  presses: { state: State; at: number }[]
  version: number
}

const stateOf = ({ presses }: Visit) => presses.at(-1)?.state ?? null
const dayOf = (at: number) => Math.floor((at - MIDNIGHT) / DAY)
const minuteOf = (at: number) => Math.floor((at - MIDNIGHT) / MINUTE) % 1440
const holds = (visit: Visit) => visit.status !== 'cancelled' && stateOf(visit) !== 'no_show'
const isOpen = (start: number, end: number) => {
  const [from, to] = [minuteOf(start), minuteOf(start) + (end - start) / MINUTE]
  return (from >= 480 && to <= 720) || (from >= 780 && to <= 1020)
}
const dateOf = (at: number) => new Date(at + 60 * MINUTE).toISOString().slice(0, 10)
const timeOf = (at: number) => new Date(at + 60 * MINUTE).toISOString().slice(11, 16)

/** Effect of a step now: the resulting steps, or null where it is refused. */
function pressed(visit: Visit, to: State | null, now: number): Visit['presses'] | null {
  const { presses, start } = visit
  const state = stateOf(visit)
  if (visit.status === 'cancelled') return null
  if (to === state) return presses
  const last = presses.at(-1)
  const before = presses.at(-2)?.state ?? null
  const onTheDay = dayOf(now) === dayOf(start)
  const next: Record<State, boolean> = {
    arrived: state === null && onTheDay,
    in_chair: (state === null || state === 'arrived') && onTheDay,
    done: (state === null || state === 'arrived' || state === 'in_chair') && now >= start,
    no_show: state === null && now > start,
  }
  if (to !== null && next[to]) return [...presses, { state: to, at: now }]
  if (last && to === before && dayOf(now) === dayOf(last.at)) return presses.slice(0, -1)
  return null
}

/** @returns how many operations ended how */
export async function mixedOperations(count: number, seed: number): Promise<Record<string, number>> {
  const { next: random, pick } = chanceFrom(seed)
  const locations = clinicConfig.locations.map((one) => ({ ...one, openingHours: Array(7).fill(OPEN) }))
  const doctors = clinicConfig.doctors.map(({ openingHours: _, ...doctor }) => doctor)
  await using clinic = await startClinic({ clinic: { locations, doctors, services: [] } })
  let bearer = (await clinic.signedIn({ username: 'desk-0' })).bearer
  const visits: Visit[] = []
  const ended: Record<string, number> = {}

  const nowMs = () => clinic.clock.now.getTime()
  const taken = (doctor: string, start: number, end: number, except?: Visit) =>
    visits.some(
      (one) => one !== except && one.doctor === doctor && holds(one) && one.start < end && one.end > start,
    )
  /** A start on a grid from today on, mostly while it is open. */
  const anyStart = (step: number, firstDay: number) => {
    const minutes = random() < 0.95 ? pick([480, 780]) + Math.floor((random() * 240) / step) * step : 360
    return MIDNIGHT + (dayOf(nowMs()) + firstDay + Math.floor(random() * 3)) * DAY + minutes * MINUTE
  }
  const expect = (
    what: string,
    answer: { status: number; body: Record<string, unknown> },
    wanted: string | number,
  ) => {
    const got = answer.status < 300 ? answer.status : `${answer.body.code}`
    if (got !== wanted) {
      throw new Error(
        `seed ${seed}: ${what} was ${got} and not ${wanted} at ${clinic.clock.now.toISOString()}`,
      )
    }
    ended[`${what} ${got}`] = (ended[`${what} ${got}`] ?? 0) + 1
  }
  const patch = (visit: Visit, change: object) =>
    clinic.call('PATCH', `/api/appointments/${visit.id}`, change, {
      ...bearer,
      'idempotency-key': randomUUID(),
    })
  const phone = () => `0803${String(Math.floor(random() * 1e7)).padStart(7, '0')}`

  async function web() {
    const start = anyStart(30, 1)
    const [doctor, end] = [pick(DOCTORS), start + 30 * MINUTE]
    const answer = await clinic.book({
      email: `${randomUUID()}@example.com`,
      phone_number: phone(),
      appointment_date: dateOf(start),
      start_time: timeOf(start),
      doctor_id: doctor,
      service_id: null,
      serviceText: null,
    })
    if (!isOpen(start, end)) return expect('web', answer, 'invalid_input')
    const isTaken = taken(doctor, start, end)
    expect('web', answer, isTaken ? 'slot_taken' : 201)
    if (isTaken) return
    const { rows } = await clinic.database.pool.query('SELECT id FROM appointments WHERE reference = $1', [
      (answer.body.data as { reference: string }).reference,
    ])
    visits.push({ id: rows[0].id, doctor, start, end, full: end, status: 'open', presses: [], version: 1 })
  }

  async function atDesk() {
    const start = anyStart(5, 0)
    const duration = pick([10, 30, 45, 90])
    const [doctor, end] = [pick(DOCTORS), start + duration * MINUTE]
    const answer = await clinic.call(
      'POST',
      '/api/appointments/desk',
      {
        location: 'fct',
        appointment_date: dateOf(start),
        start_time: timeOf(start),
        doctor,
        duration,
        channel: 'phone',
        patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: phone() },
      },
      { ...bearer, 'idempotency-key': randomUUID() },
    )
    const wanted = !isOpen(start, end) ? 'override_needed' : taken(doctor, start, end) ? 'slot_taken' : 201
    expect('desk', answer, wanted)
    if (wanted !== 201) return
    const { id } = answer.body.data as Appointment
    visits.push({ id, doctor, start, end, full: end, status: 'confirmed', presses: [], version: 1 })
  }

  async function move(visit: Visit) {
    const start = anyStart(5, 0)
    const duration = pick([10, 30, 45, 90])
    const [doctor, end] = [pick(DOCTORS), start + duration * MINUTE]
    const answer = await patch(visit, {
      move: { appointment_date: dateOf(start), start_time: timeOf(start), doctor, duration },
    })
    if (visit.status === 'cancelled') return expect('move', answer, 'already_cancelled')
    if (stateOf(visit) !== null) return expect('move', answer, 'visit_state')
    if (!isOpen(start, end)) return expect('move', answer, 'override_needed')
    if (taken(doctor, start, end, visit)) return expect('move', answer, 'slot_taken')
    expect('move', answer, 200)
    if (visit.doctor === doctor && visit.start === start && visit.end === end) return
    Object.assign(visit, { doctor, start, end, full: end, version: visit.version + 1 })
  }

  async function press(visit: Visit, to: State | null) {
    const now = nowMs()
    const answer = await patch(visit, { visit: to })
    if (visit.status === 'cancelled') return expect('press', answer, 'visit_state')
    const presses = pressed(visit, to, now)
    if (presses === null) return expect('press', answer, 'visit_state')
    if (presses === visit.presses) return expect('press', answer, 200)
    const isBack = presses.length < visit.presses.length
    const five = 5 * MINUTE
    const next = Math.max(Math.ceil(now / five) * five, visit.start + five)
    const end = isBack ? visit.full : to === 'done' ? Math.min(visit.end, next) : visit.end
    const after = { ...visit, presses, end }
    if (isBack && holds(after) && taken(visit.doctor, visit.start, end, visit)) {
      return expect('press', answer, 'slot_taken')
    }
    expect('press', answer, 200)
    Object.assign(visit, { presses, end, version: visit.version + 1 })
  }

  async function cancel(visit: Visit) {
    const answer = await patch(visit, { status: 'cancelled' })
    if (visit.status === 'cancelled') return expect('cancel', answer, 'already_cancelled')
    if (visit.start <= nowMs()) return expect('cancel', answer, 'already_begun')
    expect('cancel', answer, 200)
    Object.assign(visit, { status: 'cancelled', presses: [], version: visit.version + 1 })
  }

  async function confirm(visit: Visit) {
    const isOpenNow = random() < 0.5
    const answer = await patch(visit, { isOpen: isOpenNow })
    if (visit.status === 'cancelled') return expect('confirm', answer, 'already_cancelled')
    expect('confirm', answer, 200)
    const status = isOpenNow ? 'open' : 'confirmed'
    if (status !== visit.status) Object.assign(visit, { status, version: visit.version + 1 })
  }

  async function pass() {
    const day = dayOf(nowMs())
    clinic.clock.now = new Date(
      nowMs() + Math.floor(random() * 40) * MINUTE + Math.floor(random() * 3) * 1_000,
    )
    // At night the clinic is closed, and sessions end.
    if (minuteOf(nowMs()) > 1080) clinic.clock.now = new Date(MIDNIGHT + (day + 1) * DAY + 470 * MINUTE)
    if (dayOf(nowMs()) !== day)
      bearer = (await clinic.signedIn({ username: `desk-${dayOf(nowMs())}` })).bearer
  }

  for (let done = 0; done < count; done++) {
    // The latest appointments are those of today.
    const near = visits.filter(({ start }) => Math.abs(dayOf(start) - dayOf(nowMs())) <= 2)
    const all = near.length > 0 ? near : visits
    const visit = all.length > 0 ? pick(all) : undefined
    const what = random()
    if (what < 0.1) await pass()
    else if (what < 0.2 || !visit) await web()
    else if (what < 0.35) await atDesk()
    else if (what < 0.55) await move(visit)
    else if (what < 0.85) await press(visit, pick(['arrived', 'in_chair', 'done', 'no_show', null] as const))
    else if (what < 0.92) await confirm(visit)
    else await cancel(visit)
  }

  const { rows } = await clinic.database.pool.query(
    `SELECT id, doctor_id AS doctor, starts_at AS start, ends_at AS end, status, visit, version FROM appointments`,
  )
  const stored = rows.map(({ start, end, ...row }) => ({
    ...row,
    start: start.getTime(),
    end: end.getTime(),
  }))
  const modelled = visits.map(({ presses: _, full: __, ...visit }, i) => ({
    ...visit,
    visit: stateOf(visits[i] as Visit),
  }))
  const inOrder = (all: { id: string }[]) =>
    JSON.stringify(all.toSorted((a, b) => a.id.localeCompare(b.id)).map(sorted))
  if (inOrder(stored) !== inOrder(modelled))
    throw new Error(`seed ${seed}: the tables are not what the model has`)
  const collisions = visits.filter((one) => holds(one) && taken(one.doctor, one.start, one.end, one))
  if (collisions.length > 0)
    throw new Error(`seed ${seed}: ${collisions.length} visits collide in the model itself`)
  return ended
}

const sorted = (row: object) => Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b))
