import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clinicWithDesk } from '../../book/booking/desk.fixture.ts'
import { KEYED } from './second-try.ts'

/* Today is Monday 4 March 2030, 07:00 in the clinic. */

const desk = clinicWithDesk({ webhookHosts: ['127.0.0.1'] })
const blocker = {
  description: 'Staff meeting',
  type: 'One Time',
  startDateTime: '2030-03-05T09:30:00+01:00',
  endDateTime: '2030-03-05T11:00:00+01:00',
}
const closure = {
  location: 'fct',
  from: '2030-03-04T08:00:00+01:00',
  to: '2030-03-04T10:00:00+01:00',
  reason: 'No water',
}
const person = { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '08031234567' }
const invitation = {
  email: 'chidi@example.com',
  surname: 'Eze',
  other_names: 'Chidi',
  type: 'reception',
  location: 'Abuja',
}
const series = {
  first: {
    location: 'fct',
    appointment_date: '2030-03-05',
    start_time: '10:00',
    channel: 'phone',
    patient: person,
  },
  everyWeeks: 1,
  visits: 2,
}

/** Each: the call, its body, another body, and the created thing. */
const CREATING = [
  ['/blockers', blocker, { ...blocker, description: 'Other' }, 'blockers'],
  ['/closures', closure, { ...closure, reason: 'Other' }, 'blockers'],
  ['/patients', person, { ...person, lastName: 'Obi' }, 'patients'],
  ['/patients/:id/notes', { text: 'Prefers mornings' }, { text: 'Prefers noon' }, 'patient_notes'],
  ['/staff/invites', invitation, { ...invitation, surname: 'Obi' }, 'invitations'],
  ['/feeds', { location: 'fct' }, { location: 'lag' }, 'calendar_feeds'],
  [
    '/api-keys',
    { name: 'Backup', scopes: ['appointments.read'] },
    { name: 'Other', scopes: ['appointments.read'] },
    'api_keys',
  ],
  ['/webhooks', { url: 'http://127.0.0.1:1/' }, { url: 'http://127.0.0.1:2/' }, 'webhooks'],
  ['/devices', { name: 'Front desk' }, { name: 'Back desk' }, 'devices'],
  [
    '/waiting-list',
    { location: 'fct', patient: person },
    { location: 'fct', patient: { ...person, lastName: 'Obi' } },
    'waiting_entries',
  ],
  ['/appointments/desk', series.first, { ...series.first, start_time: '11:00' }, 'appointments'],
  ['/appointments/desk/series', series, { ...series, visits: 3 }, 'appointments'],
] as const

async function calling(path: string) {
  const admin = await desk.clinic.signedIn()
  await desk.clinic.database.pool.query('DELETE FROM idempotency_keys')
  const added = await desk.clinic.call(
    'POST',
    '/api/patients',
    { ...person, lastName: 'Adeyemi' },
    admin.bearer,
  )
  const { id } = added.body.data as { id: string }
  return (body: object, key: string | null, { bearer } = admin) =>
    desk.clinic.call('POST', `/api${path.replace(':id', id)}`, body, {
      ...bearer,
      ...(key !== null && { 'idempotency-key': key }),
    })
}
const stored = async (table: string): Promise<number> =>
  (await desk.clinic.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n

describe.each(CREATING)('POST %s', (path, body, other, table) => {
  it('creates once under one key, repeats its answer, and refuses another body', async () => {
    const post = await calling(path)
    const before = await stored(table)
    const key = randomUUID()
    const first = await post(body, key)
    expect(first).toMatchObject({ status: 201 })
    const made = await stored(table)
    expect(made).toBeGreaterThan(before)
    const { status, body: again } = await post(body, key)
    expect({ status, again }).toEqual({ status: 201, again: first.body })
    expect(await post(other, key)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await stored(table)).toBe(made)
  })

  it('creates once when it is sent four times at once', async () => {
    const post = await calling(path)
    const before = await stored(table)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(body, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    const made = (await stored(table)) - before
    expect(made).toBe('visits' in body ? body.visits : 1)
  })

  it('answers an old page, without a key, as before', async () => {
    const post = await calling(path)
    expect(await post(body, null)).toMatchObject({ status: 201 })
  })
})

it('a key belongs to one person', async () => {
  const post = await calling('/blockers')
  const key = randomUUID()
  const colleague = await desk.clinic.signedIn({ username: 'colleague' })
  const [mine, theirs] = [await post(blocker, key), await post(blocker, key, colleague)]
  expect(theirs.status).toBe(201)
  expect(theirs.body.data).not.toEqual(mine.body.data)
  expect(await stored('blockers')).toBe(2)
})

it('a refused request can be sent again under its key', async () => {
  const post = await calling('/blockers')
  const key = randomUUID()
  expect(await post({ ...blocker, description: '' }, key)).toMatchObject({ status: 400 })
  expect(await post(blocker, key)).toMatchObject({ status: 201 })
})

it('the database stores keys and answers only sealed', async () => {
  const post = await calling('/api-keys')
  const key = randomUUID()
  const { body } = await post({ name: 'Backup', scopes: ['appointments.read'] }, key)
  const { rows } = await desk.clinic.database.pool.query(
    'SELECT string_agg(k::text, $1) AS text FROM idempotency_keys k',
    [' '],
  )
  expect(rows[0].text).toContain('created:')
  expect(rows[0].text).not.toContain(key)
  expect(rows[0].text).not.toContain((body.data as { key: string }).key)
  expect(rows[0].text).not.toContain('Backup')
})

it('every call that documents an Idempotency-Key is retried, and no other', async () => {
  const { body } = await desk.clinic.call('GET', '/api/openapi.json')
  type Operation = { parameters?: { in: string; name: string }[] }
  const { paths } = body as unknown as { paths: Record<string, Record<string, Operation>> }
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters.some((each) => each.in === 'header' && each.name.toLowerCase() === 'idempotency-key')
        ? [`${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ':$1')}`]
        : [],
    ),
  )
  expect(documented.sort()).toEqual([...KEYED].sort())
})
