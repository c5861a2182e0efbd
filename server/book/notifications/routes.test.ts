import { expect, it } from 'vitest'
import { NOTIFICATIONS_LIMIT, type Notifications, UNREAD_LIMIT } from '../../../contract/notifications.ts'
import { type Answer, PORTAL_TOKEN, startClinic } from '../../../tests/support/clinic.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>
type Bearer = { authorization: string }

const listed = ({ body }: Answer) => body.data as Notifications
const look = async (clinic: Clinic, bearer: Bearer) =>
  listed(await clinic.call('GET', '/api/notifications', undefined, bearer))
const read = (clinic: Clinic, bearer: Bearer, upTo: unknown) =>
  clinic.call('POST', '/api/notifications/read', { upTo }, bearer)

/** @returns the reference */
async function book(clinic: Clinic, start_time: string, createdAt?: string): Promise<string> {
  const { body } = await clinic.book({ start_time })
  const { reference } = body.data as { reference: string }
  if (createdAt) {
    await clinic.database.pool.query('UPDATE appointments SET created_at = $2 WHERE reference = $1', [
      reference,
      createdAt,
    ])
  }
  return reference
}

const seenAt = (clinic: Clinic, staffId: string, at: string) =>
  clinic.database.pool.query('UPDATE staff SET notifications_seen_at = $2 WHERE id = $1', [staffId, at])
const seenOf = async (clinic: Clinic, staffId: string): Promise<string> => {
  const query = 'SELECT notifications_seen_at::text AS at FROM staff WHERE id = $1'
  return (await clinic.database.pool.query(query, [staffId])).rows[0].at
}

it('a new staff member has nothing unread, and later bookings are', async () => {
  await using clinic = await startClinic()
  const before = await book(clinic, '10:00')
  const { bearer } = await clinic.signedIn()
  expect(await look(clinic, bearer)).toMatchObject({
    unread: 0,
    items: [{ reference: before, unread: false }],
  })
  const after = await book(clinic, '11:00')
  expect(await look(clinic, bearer)).toMatchObject({
    unread: 1,
    items: [
      { reference: after, unread: true },
      { reference: before, unread: false },
    ],
  })
})

it('the list of notifications says who booked what and when, in clinic time', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  const { body } = await clinic.book({ surname: 'ada', other_names: "O'BRIEN", location: 'Lagos' })
  const { reference } = body.data as { reference: string }
  await clinic.database.pool.query(`UPDATE appointments SET created_at = '2030-03-04T05:00:00.123456Z'`)
  expect((await look(clinic, bearer)).items).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reference,
      patientName: "Ada O'Brien",
      serviceText: 'Tooth Pain',
      location: 'lag',
      appointment_date: '2030-03-05T10:00:00+01:00',
      createdAt: '2030-03-04T06:00:00.123+01:00',
      unread: true,
    },
  ])
})

it('marking as read covers what is listed, to the last fraction of a second, and nothing booked since', async () => {
  await using clinic = await startClinic()
  const { id, bearer } = await clinic.signedIn()
  await seenAt(clinic, id, '2026-01-01T00:00:00Z')
  await book(clinic, '10:00', '2026-01-05T10:00:00.100900Z')
  const newest = await book(clinic, '11:00', '2026-01-05T10:00:00.123999Z')
  const { items } = await look(clinic, bearer)
  expect(items[0]?.reference).toBe(newest)

  const late = await book(clinic, '12:00', '2026-01-05T10:00:00.124000Z')
  const answer = await read(clinic, bearer, items[0]?.createdAt)
  expect(answer.status).toBe(200)
  expect(listed(answer)).toMatchObject({
    unread: 1,
    items: [{ reference: late, unread: true }, { unread: false }, { unread: false }],
  })
  expect(await look(clinic, bearer)).toEqual(listed(answer))
})

it('the read marks of one person are separate from those of others', async () => {
  await using clinic = await startClinic()
  const [ada, musa] = [await clinic.signedIn(), await clinic.signedIn({ username: 'musa' })]
  await book(clinic, '10:00')
  await read(clinic, ada.bearer, (await look(clinic, ada.bearer)).items[0]?.createdAt)
  expect((await look(clinic, ada.bearer)).unread).toBe(0)
  expect((await look(clinic, musa.bearer)).unread).toBe(1)
})

it('marking an older page as read late changes nothing', async () => {
  await using clinic = await startClinic()
  const { id, bearer } = await clinic.signedIn()
  await seenAt(clinic, id, '2026-02-01T00:00:00Z')
  expect((await read(clinic, bearer, '2026-01-01T00:00:00Z')).status).toBe(200)
  expect(Date.parse(await seenOf(clinic, id))).toBe(Date.parse('2026-02-01T00:00:00Z'))
})

it('marking as read never reaches into the future: the next booking is unread', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  expect((await read(clinic, bearer, '9999-12-31T23:59:59Z')).status).toBe(200)
  await book(clinic, '10:00')
  expect((await look(clinic, bearer)).unread).toBe(1)
})

it('cancelled appointments are in neither the list nor the count', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  const reference = await book(clinic, '10:00')
  await book(clinic, '11:00')
  await clinic.database.pool.query(`UPDATE appointments SET status = 'cancelled' WHERE reference = $1`, [
    reference,
  ])
  const { unread, items } = await look(clinic, bearer)
  expect(unread).toBe(1)
  expect(items.map((item) => item.reference)).not.toContain(reference)
})

it(`the list has the latest ${NOTIFICATIONS_LIMIT} and counts on, newest first, up to ${UNREAD_LIMIT}`, async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  await fill(clinic, 1, 999)
  const { unread, items } = await look(clinic, bearer)
  expect(unread).toBe(999)
  expect(items).toHaveLength(NOTIFICATIONS_LIMIT)
  const madeAt = items.map(({ createdAt }) => Date.parse(createdAt))
  expect(madeAt).toEqual(madeAt.toSorted((a, b) => b - a))
  await fill(clinic, 1_000, 1_040)
  expect((await look(clinic, bearer)).unread).toBe(UNREAD_LIMIT)
})

/** Numbered appointments, an hour apart, created a second apart. */
async function fill(clinic: Clinic, from: number, to: number): Promise<void> {
  await clinic.database.pool.query(
    `WITH person AS (
       INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
       VALUES (gen_random_uuid(), 'Ada', 'Obi', 'a@example.com', 'a@example.com', '1', '') RETURNING id)
     INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                               appointment_type, starts_at, ends_at, created_at)
     SELECT gen_random_uuid(), i, person.id, 'fct-musa', false, 'fct', 'Other', 'consultation',
            now() + i * interval '1 hour', now() + i * interval '1 hour' + interval '30 minutes',
            now() + i * interval '1 second'
     FROM person, generate_series($1::int, $2::int) i`,
    [from, to],
  )
}

it('polling does not keep a session alive, marking as read does', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  const later = (hours: number) => {
    clinic.clock.now = new Date(clinic.clock.now.getTime() + hours * 3_600_000)
  }
  later(11)
  expect((await clinic.call('GET', '/api/notifications', undefined, bearer)).status).toBe(200)
  later(2)
  expect((await clinic.call('GET', '/api/notifications', undefined, bearer)).status).toBe(401)

  const { bearer: again } = await clinic.signedIn({ username: 'musa' })
  later(11)
  expect((await read(clinic, again, '2026-01-01T00:00:00Z')).status).toBe(200)
  later(11)
  expect((await clinic.call('GET', '/api/notifications', undefined, again)).status).toBe(200)
})

it.each([
  { who: 'nobody', authorization: '', status: 401 },
  { who: 'an unknown token', authorization: 'Bearer x', status: 401 },
  { who: 'the portal', authorization: `Bearer ${PORTAL_TOKEN}`, status: 403 },
  { who: 'a staff member who is no admin', authorization: null, status: 403 },
])('$who may neither look nor mark: $status', async ({ authorization, status }) => {
  await using clinic = await startClinic()
  const bearer =
    authorization === null ? (await clinic.signedIn({ type: 'staff' })).bearer : { authorization }
  const got = await clinic.call('GET', '/api/notifications', undefined, bearer)
  expect(got.status).toBe(status)
  // At most under which version of the rights it was refused.
  expect([undefined, { rightsVersion: 1 }]).toContainEqual(got.body.data)
  expect((await read(clinic, bearer, '2026-01-01T00:00:00Z')).status).toBe(status)
})

it.each([
  undefined,
  null,
  '',
  'yesterday',
  1_893_456_000_000,
  '2030-03-04',
  '2030-13-04T10:00:00Z',
  '2030-06-31T10:00:00Z',
  '2030-02-30T10:00:00Z',
  '2030-03-04T25:00:00Z',
  '2030-03-04T10:00:00',
  '2030-03-04T10:00:00+01',
  "2030-03-04T10:00:00Z'; DROP TABLE staff; --",
])('the instant %j is refused for marking as read', async (upTo) => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  expect(await read(clinic, bearer, upTo)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', errors: { upTo: expect.any(String) } },
  })
})
