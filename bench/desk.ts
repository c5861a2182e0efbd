import { randomUUID } from 'node:crypto'
import type { Appointment } from '../contract/appointments.ts'
import type { BookAtDeskWire } from '../contract/desk.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { inTurns } from './support/load.ts'
import { type Bench, loadsTable, type Report, times } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { bookOne, freeSlots, next, ownNumber, type Slot } from './support/visitor.ts'

const CONNECTIONS = 10
const SECONDS = 5
/** Visits that each connection moves about in turn. */
const VISITS = 20
/** Of the wizard's bookings in the same run. */
const SHARE = 0.7

export const deskBench: Bench = {
  title: 'Bookings and moves at the desk',
  what:
    '`POST /appointments/desk` and `PATCH /appointments/{id}` with a `move`, each with its entries in the audit trail, beside ' +
    `\`POST /appointments/book\`; ${CONNECTIONS} connections each, three rounds of ${SECONDS} s in turns, the middle one; 100,000 ` +
    'appointments stored.',
  run: () => withStack({ connections: CONNECTIONS, stored: 100_000 }, measureDesk),
}

async function measureDesk(stack: Stack): Promise<Report> {
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
  const loads = await inTurns({
    'booking in the wizard': load(() => bookOne(stack.http, next(slots))),
    'booking at the desk': load(async () => void (await atDesk(next(slots)))),
    move: load(moveOne),
  })
  const { perSecond } = loads['booking in the wizard']
  const [desk, move] = [loads['booking at the desk'].perSecond / perSecond, loads.move.perSecond / perSecond]
  const asked = (what: string) => `${what}: at least ${SHARE} of the wizard's bookings per second`
  return {
    findings: [
      { asked: asked('at the desk'), reached: times(desk), holds: desk >= SHARE },
      { asked: asked('moves'), reached: times(move), holds: move >= SHARE },
    ],
    tables: [loadsTable(loads)],
  }
}
