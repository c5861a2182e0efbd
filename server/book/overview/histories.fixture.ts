import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { type Appointment, OVERRIDABLE } from '../../../contract/appointments.ts'
import type { Overview } from '../../../contract/overview.ts'
import type { OpeningHours } from '../../../domain/clinic.ts'
import { addDays } from '../../../domain/clinic-time.ts'
import { chanceFrom } from '../../../tests/chaos/random.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { type Blocked, naiveOverview } from './naive.fixture.ts'

const MINUTE = 60_000
const FIRST = '2030-03-04'
const DAYS = Array.from({ length: 14 }, (_, i) => addDays(FIRST, i))
const on = (...days: number[]): OpeningHours =>
  Array.from({ length: 7 }, (_, day) =>
    days.includes(day)
      ? [
          { from: '08:00', to: '12:00' },
          { from: '13:00', to: '16:30' },
        ]
      : [],
  )
const config = {
  ...clinicConfig,
  locations: clinicConfig.locations.map((one) => ({ ...one, openingHours: on(1, 2, 3, 4, 5) })),
  doctors: clinicConfig.doctors
    .filter(({ location }) => location !== 'phc')
    .map((doctor) =>
      // In two towns, on different days.
      doctor.id === 'fct-musa' ? { ...doctor, openingHours: { fct: on(1, 2), lag: on(3, 4) } } : doctor,
    ),
  services: [],
}
const OPERATIONS = 60
const COMPARED_EVERY = 15

/** A clinic's fortnight by chance; now and then, and in the end, every number is compared with the naive one. */
async function history(seed: number): Promise<string[]> {
  const chance = chanceFrom(seed)
  await using clinic = await startClinic({ clinic: config })
  const { pool } = clinic.database
  const done = new Set<string>()
  const blocked: (Blocked & { id: string; version: number })[] = []
  let bearer = (await clinic.signedIn({ username: 'admin-0' })).bearer

  const day = () => chance.pick(DAYS)
  const time = () =>
    `${String(7 + Math.floor(chance.next() * 11)).padStart(2, '0')}:${chance.pick(['00', '05', '30', '45'])}`
  const doctor = () => chance.pick(config.doctors)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    clinic.call(method, `/api${path}`, body, { ...bearer, 'idempotency-key': randomUUID(), ...headers })
  async function rows(): Promise<Appointment[]> {
    const path = `/appointments/all?from=${FIRST}&to=${DAYS.at(-1)}&all=1&cancelled=1`
    return (await call('POST', path, {})).body.data as Appointment[]
  }
  const change = async (what: (row: Appointment) => object | null) => {
    const all = await rows()
    if (all.length === 0) return 0
    const row = chance.pick(all)
    const body = what(row)
    return body ? (await call('PATCH', `/appointments/${row.id}`, body)).status : 0
  }
  /** Sets a value of an appointment that the API has no short way for. */
  const store = async (sql: string, ...values: unknown[]) => {
    const all = await rows()
    if (all.length === 0) return 0
    return (await pool.query(sql, [chance.pick(all).id, ...values])).rowCount ?? 0
  }
  const message = (kind: string, state: string) =>
    store(
      `INSERT INTO messages (id, appointment_id, kind, step, channel, starts_at, version, due_at, state, settled_at)
       SELECT gen_random_uuid(), id, $2, gen_random_uuid(), $3, starts_at, version, $4, $5, CASE WHEN $5 <> 'waiting' THEN $4::timestamptz END
       FROM appointments WHERE id = $1`,
      kind,
      state === 'no_contact' ? null : chance.pick(['email', 'sms']),
      new Date(Date.parse(`${day()}T${time()}:00+01:00`)),
      state,
    )

  const operations: Record<string, () => Promise<number>> = {
    async book() {
      const { id, location } = doctor()
      const channel = chance.pick(['phone', 'desk', 'walk_in'])
      const { status, body } = await call('POST', '/appointments/desk', {
        location,
        doctor: id,
        appointment_date: day(),
        start_time: time(),
        duration: chance.pick([15, 30, 45, 90]),
        channel,
        patient: {
          firstName: 'Ngozi',
          lastName: 'Eze',
          phoneNumber: `0803555${String(Math.floor(chance.next() * 9999)).padStart(4, '0')}`,
        },
        override: { reason: 'It hurts', over: [...OVERRIDABLE] },
      })
      const days = Math.floor(chance.next() ** 2 * 30)
      const created = new Date(clinic.clock.now.getTime() - days * 1440 * MINUTE)
      if (status === 201)
        await pool.query('UPDATE appointments SET created_at = $2 WHERE id = $1', [
          (body.data as Appointment).id,
          created,
        ])
      return status
    },
    async waits() {
      const patient = { firstName: 'Ade', lastName: 'Bello' }
      const body = { location: 'fct', channel: 'walk_in', patient, reachable: false }
      return (await call('POST', '/appointments/desk', body)).status
    },
    move: () => {
      const { id, location } = doctor()
      return change(() => ({
        move: { location, doctor: id, appointment_date: day(), start_time: time() },
        override: { reason: 'It hurts', over: [...OVERRIDABLE] },
      }))
    },
    lengthen: () =>
      store(
        `UPDATE appointments SET ends_at = starts_at + interval '20 minutes' WHERE id = $1 AND visit IS NULL AND status <> 'cancelled'`,
      ),
    /** Done early. */
    finishes: () =>
      store(
        `UPDATE appointments SET visit = 'done', done_at = now(), full_ends_at = ends_at, ends_at = starts_at + interval '10 minutes'
         WHERE id = $1 AND visit IS NULL AND status <> 'cancelled' AND waiting_since IS NULL`,
      ),
    cancel: () => change(() => ({ status: 'cancelled' })),
    confirm: () => change(({ isOpen }) => ({ isOpen: !isOpen })),
    press: () => change(() => ({ visit: chance.pick(['arrived', 'in_chair', 'done', 'no_show']) })),
    noShow: () =>
      store(
        `UPDATE appointments SET visit = 'no_show', no_show_at = now() WHERE id = $1 AND status <> 'cancelled' AND waiting_since IS NULL`,
      ),
    says: () => store(`UPDATE appointments SET patient_confirmed_at = now() WHERE id = $1`),
    declines: () =>
      store(`UPDATE appointments SET status = 'cancelled', visit = NULL, patient_cancelled_at = now(), cancelled_from = 'open'
             WHERE id = $1 AND status <> 'cancelled'`),
    wishes: () =>
      store(`WITH wish AS (INSERT INTO todos (id, kind, appointment_id, created_at) SELECT gen_random_uuid(), 'asked_to_call', $1, now() ON CONFLICT DO NOTHING)
             UPDATE appointments SET marks = array_append(array_remove(marks, 'asked_to_call'), 'asked_to_call') WHERE id = $1`),
    reminded: () => message('reminder', chance.pick(['sent', 'sent', 'refused'])),
    told: () =>
      message(
        chance.pick(['booked', 'moved']),
        chance.pick(['sent', 'waiting', 'given_up', 'no_contact', 'no_gateway', 'skipped']),
      ),
    settles: () =>
      store(
        `UPDATE messages SET state = 'sent', settled_at = due_at WHERE appointment_id = $1 AND state IN ('waiting', 'refused')`,
      ),
    erased: () => store('DELETE FROM appointments WHERE id = $1'),
    async block() {
      const [from, length] = [Date.parse(`${day()}T${time()}:00+01:00`), chance.pick([60, 240, 2000])]
      const to = from + length * MINUTE
      const body = {
        description: 'Meeting',
        type: 'One Time',
        startDateTime: new Date(from).toISOString(),
        endDateTime: new Date(to).toISOString(),
        location: chance.pick([null, 'fct', 'lag']),
        doctorId: chance.pick([null, 'fct-musa']),
      }
      const answer = await call('POST', '/blockers', body)
      const { location, doctorId } = body
      if (answer.status === 201)
        blocked.push({
          ...(answer.body.data as { id: string; version: number }),
          location,
          doctorId,
          from,
          to,
        })
      return answer.status
    },
    async unblock() {
      const one = blocked.shift()
      if (!one) return 0
      return (await call('DELETE', `/blockers/${one.id}`, undefined, { 'if-match': `"${one.version}"` }))
        .status
    },
    async clock() {
      clinic.clock.now = new Date(Date.parse(`${day()}T${time()}:00+01:00`) + 17_000)
      bearer = (await clinic.signedIn({ username: `admin-${randomUUID().slice(0, 8)}` })).bearer
      return 1
    },
  }
  const names = [
    ...Object.keys(operations),
    ...['declines', 'noShow', 'finishes', 'finishes', 'cancel', 'block'],
    ...Array(20).fill('book'),
    ...Array(6).fill('press'),
    'move',
    'move',
    'reminded',
    'reminded',
  ]

  async function compare() {
    const known = {
      clinic: { ...clinicConfig, ...config },
      rows: await rows(),
      pool,
      blocked,
      now: clinic.clock.now,
    }
    const span = chance.pick([DAYS, DAYS.slice(2, 9), DAYS.slice(5, 6)])
    for (const location of ['all', 'lag', 'fct']) {
      const { body } = await call('GET', `/overview?location=${location}&from=${span[0]}&to=${span.at(-1)}`)
      const {
        from: _,
        to: _to,
        today: _today,
        asOf: _asOf,
        doctors: _doctors,
        ...numbers
      } = body.data as Overview
      expect(numbers, `seed ${seed}, ${location}`).toEqual(
        await naiveOverview(known, location === 'all' ? null : [location], span),
      )
    }
  }

  /** Checks that the cached count, updated by the changes, equals a full count. */
  async function expectFresh(after: string) {
    const path = `/overview?location=all&from=${DAYS[0]}&to=${DAYS.at(-1)}`
    const counted = (await call('GET', path)).body
    await pool.query('DELETE FROM overview_days; DELETE FROM overview_doctors; DELETE FROM overview_counts')
    expect(counted, `seed ${seed}, after ${after}`).toEqual((await call('GET', path)).body)
  }

  for (let i = 1; i <= OPERATIONS; i++) {
    const name = chance.pick(names)
    const ended = await operations[name]?.()
    const key = `${name} ${ended}`
    done.add(key)
    await expectFresh(key)
    if (i % COMPARED_EVERY === 0) await compare()
  }
  return [...done]
}

/** Looks at a history, and that enough has happened in it. */
export async function expectCounted(seed: number): Promise<void> {
  const met = await history(seed)
  const wanted = ['book 201', 'move 200', 'finishes 1', 'noShow 1', 'declines 1', 'block 201', 'reminded 1']
  expect(met).toEqual(expect.arrayContaining(wanted))
}
