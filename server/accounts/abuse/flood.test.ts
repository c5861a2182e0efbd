import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { slotTimes } from '../../../domain/slots.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { solved } from '../../../tests/support/proof.ts'

/*
 * The attacks that these tests began with: 179 appointments, a week of one location, in 3.1 s from 11 addresses; and 25 of
 * 25 requests from 25 /64s of one /48. And who must not suffer for it: a town behind one address.
 */

type Clinic = Awaited<ReturnType<typeof startClinic>>

/** Free times of one location with its doctors, day by day. */
function* slots() {
  const { openingHours } = clinicConfig.locations.find(
    ({ code }) => code === 'fct',
  ) as (typeof clinicConfig.locations)[0]
  const doctors = clinicConfig.doctors.filter(({ location }) => location === 'fct')
  for (let day = 5; day < 31; day++) {
    const appointment_date = `2030-03-${String(day).padStart(2, '0')}`
    for (const start_time of slotTimes(openingHours, appointment_date, clinicConfig.timeZone))
      for (const { id } of doctors) yield { appointment_date, start_time, doctor_id: id }
  }
}
let people = 0
const somebody = () => {
  people += 1
  const phone_number = `+23480${String(10_000_000 + people)}`
  return { email: `person${people}@example.com`, phone_number }
}

async function bookMany(clinic: Clinic, callers: readonly string[], times: number) {
  const free = slots()
  const statuses: Record<number, number> = {}
  for (let i = 0; i < times; i++) {
    const caller = callers[i % callers.length] as string
    const { status } = await clinic.book({ ...free.next().value, ...somebody() }, { caller })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

/** The mails to admins that wait to be sent. */
const told = async (clinic: Clinic) =>
  (
    await clinic.database.pool.query(
      `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'account-mail' AND data ->> 'kind' = 'alarm'`,
    )
  ).rows[0].n

it('200 networks of one site need proofs after as many bookings as one address, and are stopped in the end', async () => {
  await using clinic = await startClinic({ limits: true })
  const sites = Array.from({ length: 200 }, (_, i) => `2001:db8:7:${i.toString(16)}::1`)
  expect(await bookMany(clinic, sites, 60)).toEqual({ 201: 20, 428: 40 })
  // Thirty times the threshold with proofs is where it ends.
  await clinic.database.pool.query(
    `UPDATE rate_limits SET points = 600 WHERE key LIKE 'booking-tries-of-network:%'`,
  )
  const refused = await clinic.book({ start_time: '16:00', ...somebody() }, { caller: sites[150] as string })
  expect(refused).toMatchObject({ status: 429 })
  expect(
    await clinic.book({ start_time: '16:00', ...somebody() }, { caller: '2001:db8:8::1' }),
  ).toMatchObject({
    status: 201,
  })
})

it('everyone needs a proof once 11 addresses have booked far over the usual hour, and each admin is notified once', async () => {
  await using clinic = await startClinic({ limits: true })
  await clinic.signedIn()
  await clinic.signedIn({ username: 'other' })
  const callers = Array.from({ length: 11 }, (_, i) => `198.51.100.${i + 1}`)
  expect(await bookMany(clinic, callers, 179)).toEqual({ 201: 60, 428: 119 })
  await expect.poll(() => told(clinic)).toBe(2)
  const key = randomUUID()
  const asked = { start_time: '16:30', appointment_date: '2030-03-29', ...somebody() }
  const honest = { caller: '203.0.113.9', key }
  const first = await clinic.book(asked, honest)
  expect(first.status).toBe(428)
  expect(await clinic.book(asked, { ...honest, headers: solved(first) })).toMatchObject({ status: 201 })
})

it('a clinic whose usual hour is as busy takes bookings from many addresses', async () => {
  await using clinic = await startClinic({ limits: true })
  await bookMany(clinic, ['198.51.100.1', '198.51.100.2', '198.51.100.3'], 60)
  // A week of such hours, as the table has them.
  await clinic.database.pool.query(
    `UPDATE appointments SET created_at = now() - interval '2 days', status = 'confirmed'`,
  )
  await using later = await startClinic({
    limits: true,
    database: { ...clinic.database, close: async () => {} },
  })
  const callers = Array.from({ length: 12 }, (_, i) => `203.0.113.${i + 1}`)
  const free = [...slots()].slice(60)
  for (let i = 0; i < 100; i++) {
    const answer = await later.book({ ...free[i], ...somebody() }, { caller: callers[i % 12] as string })
    expect([i, answer.status]).toEqual([i, 201])
  }
})

it('a town behind one address books through a busy hour, each booking with a proof that the page solves', async () => {
  await using clinic = await startClinic({ limits: true })
  const free = slots()
  let proofs = 0
  for (let i = 0; i < 30; i++) {
    const key = randomUUID()
    const asked = { ...free.next().value, ...somebody() }
    const first = await clinic.book(asked, { caller: '203.0.113.1', key })
    if (first.status === 201) continue
    expect(first.status).toBe(428)
    proofs += 1
    const second = await clinic.book(asked, { caller: '203.0.113.1', key, headers: solved(first) })
    expect(second).toMatchObject({ status: 201 })
    // A retry whose answer was lost brings the spent proof, or none.
    expect(await clinic.book(asked, { caller: '203.0.113.1', key, headers: solved(first) })).toMatchObject({
      status: 201,
      body: second.body,
    })
    expect(await clinic.book(asked, { caller: '203.0.113.1', key })).toMatchObject({ status: 201 })
  }
  expect(proofs).toBe(10)
})

it('callers over a proxy that TRUST_PROXY does not name count as the proxy, with one warning', async () => {
  const logged: string[] = []
  await using clinic = await startClinic({ limits: true, logged })
  const free = slots()
  const bookFrom = (caller: string, said: string) => {
    const from = { caller, headers: { 'x-forwarded-for': said } }
    return clinic.book({ ...free.next().value, ...somebody() }, from)
  }
  for (let i = 0; i < 20; i++)
    expect(await bookFrom('10.0.0.2', `203.0.113.${i}`)).toMatchObject({ status: 201 })
  expect(await bookFrom('10.0.0.2', '203.0.113.77')).toMatchObject({ status: 428 })
  expect(logged.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  for (let i = 0; i < 20; i++) await bookFrom('198.51.100.1', '203.0.113.77')
  expect(await bookFrom('198.51.100.1', '203.0.113.78')).toMatchObject({ status: 428 })
})

it('bookings by staff are not counted', async () => {
  await using clinic = await startClinic({ limits: true })
  const admin = await clinic.signedIn()
  const free = slots()
  for (let i = 0; i < 25; i++) {
    const answer = await clinic.book({ ...free.next().value, ...somebody() }, { headers: admin.bearer })
    expect(answer).toMatchObject({ status: 201 })
  }
})
