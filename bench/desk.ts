import { randomUUID } from 'node:crypto'
import type { Appointment } from '../contract/appointments.ts'
import type { BookAtDeskWire } from '../contract/desk.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { inTurns, type Measured } from './support/load.ts'
import { amount } from './support/options.ts'
import { compared, type Row, twice } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { bookOne, freeSlots, next, ownNumber, type Slot } from './support/visitor.ts'

const CONNECTIONS = 10
const SECONDS = amount(5, 0.5)
/** Visits that each connection moves about in turn. */
const VISITS = amount(20, 2)
/** Of the wizard's bookings. */
const GOAL = { atLeast: 0.7 }

/** Bookings and moves at the desk, each with its entries in the audit trail, beside bookings in the wizard. */
export const desk = (): Promise<Row[]> =>
  withStack({ connections: CONNECTIONS, stored: amount(100_000, 1_000) }, measureDesk)

async function measureDesk(stack: Stack): Promise<Row[]> {
  const slots = freeSlots()
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  await pool.end()

  async function send(method: 'POST' | 'PATCH', path: string, body: object): Promise<Appointment> {
    const { status, text } = await ask(stack.http, {
      method,
      path: `/api/appointments/${path}`,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    if (status !== 200 && status !== 201) throw new Error(`${path} answered ${status}: ${text}`)
    return JSON.parse(text).data
  }
  const atDesk = ({ doctorId, date, time }: Slot) =>
    send('POST', 'desk', {
      location: 'lag',
      appointment_date: date,
      start_time: time,
      doctor: doctorId,
      service: 'tooth-pain',
      description: 'Pain in the lower left when I bite.',
      channel: 'phone',
      patient: {
        firstName: 'Ada',
        lastName: 'Obi',
        phoneNumber: ownNumber(),
        email: `ada.${randomUUID()}@example.com`,
      },
    } satisfies BookAtDeskWire)

  const moved: string[][] = []
  for (let connection = 0; connection < CONNECTIONS; connection++) {
    const own: string[] = []
    for (let i = 0; i < VISITS; i++) own.push((await atDesk(next(slots))).id)
    moved.push(own)
  }
  async function moveOne(connection: number): Promise<void> {
    const own = moved[connection] as string[]
    const id = own.shift() as string
    const { doctorId, date, time } = next(slots)
    await send('PATCH', id, { move: { appointment_date: date, start_time: time, doctor: doctorId } })
    own.push(id)
  }

  const load = (work: (connection: number) => Promise<void>) => ({
    connections: CONNECTIONS,
    seconds: SECONDS,
    work,
  })
  const wizard = load(() => bookOne(stack.http, next(slots)))
  const booking = load(async () => void (await atDesk(next(slots))))
  const loads = await inTurns({ wizard, again: wizard, booking, move: load(moveOne) })
  const pair = (ours: Measured) => ({ ours, reference: loads.wizard, beside: 'bookings in the wizard' })
  return [
    twice('bookings in the wizard', 'perSecond', loads.wizard, loads.again),
    compared('bookings at the desk', 'perSecond', pair(loads.booking), GOAL),
    compared('moves at the desk', 'perSecond', pair(loads.move), GOAL),
  ]
}
