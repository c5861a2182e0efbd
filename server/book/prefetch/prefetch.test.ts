import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SealedEntry } from '../../../contract/devices.ts'
import { callOf, questionOf } from '../../../contract/seal.ts'
import { newSealPair, openerOf, publicHalf } from '../../../seal/format.ts'
import { newToken } from '../../accounts/auth/tokens.ts'
import { PIN, startClinicWithTablets } from '../../accounts/devices/devices.fixture.ts'

/* It is Monday 4 March 2030, 07:00 in the clinic; the tablet is Abuja's, whose code is fct. */

let clinic: Awaited<ReturnType<typeof startClinicWithTablets>>
let tablet: Tablet
beforeEach(async () => {
  clinic = await startClinicWithTablets()
  tablet = await newTablet(clinic, { locations: ['Abuja'] })
})
afterEach(() => clinic[Symbol.asyncDispose]())

type Clinic = typeof clinic
type Tablet = Awaited<ReturnType<typeof newTablet>>

async function newKey() {
  const { publicKey, privateKey } = await newSealPair()
  const { id, publicKey: bytes } = await publicHalf(publicKey)
  return { id, publicKey: Buffer.from(bytes).toString('base64url'), open: openerOf(privateKey, id) }
}

/** A tablet as the page sets it up, with a key that only this test opens. */
async function newTablet(
  at: Clinic,
  { hasKey = true, ...more }: { locations?: string[]; hasKey?: boolean } = {},
) {
  const key = await newKey()
  const answer = await at.call('POST', '/api/devices', { name: 'Front desk', ...more }, at.admin.bearer)
  expect(answer.status).toBe(201)
  const device = answer.body.data as { id: string; token: string }
  if (hasKey) expect(await at.join(device.token, key.publicKey)).toMatchObject({ status: 200 })
  return { ...device, key }
}

async function refresh({ token }: { token: string }, at = clinic, owner: unknown = at.admin.id) {
  const headers = { authorization: `Bearer ${token}` }
  const {
    status,
    body,
    headers: answered,
  } = await at.call('POST', '/api/devices/prefetch', { owner }, headers)
  const data = body.data as { keep: string; entries: SealedEntry[] } | undefined
  return { status, body, answered, keep: data?.keep, entries: data?.entries ?? [] }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const sealedOf = (entry: SealedEntry) => ({
  ...entry,
  from: bytesOf(entry.from),
  iv: bytesOf(entry.iv),
  bytes: bytesOf(entry.bytes).buffer,
})
async function opened(entries: SealedEntry[], open = tablet.key.open) {
  const texts = await Promise.all(entries.map((entry) => open(sealedOf(entry), entry.question)))
  return new Map(entries.map(({ question }, i) => [question, texts[i] ? JSON.parse(texts[i]) : null]))
}

const DAYS = 'from=2030-03-04&to=2030-03-18'
const QUESTIONS = [
  `POST /appointments/fct?all=1&${DAYS}`,
  'POST /appointments/fct?limit=10&page=1',
  'GET /blockers?limit=10&page=1',
  'GET /blockers?limit=100&page=1',
  'PATCH /fetch/doctors {"location":"fct"}',
]

describe('a tablet that refreshes itself', () => {
  it('gets what a page prefetches, under the same names, and can open it', async () => {
    await clinic.book()
    const { keep, entries } = await refresh(tablet)
    expect([keep, entries.map(({ question }) => question)]).toEqual(['all', QUESTIONS])
    const answers = await opened(entries)
    expect(answers.get(QUESTIONS[0]!)).toMatchObject({ success: true, data: [{ user: { surname: 'Ada' } }] })
    for (const { question, keyId } of entries) {
      expect(keyId).toBe(tablet.key.id)
      const { method, path, params, body } = callOf(question)
      const text = method === 'GET' ? undefined : JSON.stringify(body ?? {})
      expect(questionOf(method, `${path}?${params}`, text)).toBe(question)
      // The call's own answer to an admin.
      const headers = path === '/fetch/doctors' ? {} : clinic.admin.bearer
      const live = await clinic.call(method, `/api${path}?${params}`, text && JSON.parse(text), headers)
      if (live.status === 200) expect(answers.get(question)).toEqual(live.body)
      else expect(path).toBe('/fetch/doctors')
    }
  })

  it('needs no session', async () => {
    await clinic.pool.query('DELETE FROM sessions')
    expect((await refresh(tablet)).entries).toHaveLength(QUESTIONS.length)
  })

  it('gets nothing of another location', async () => {
    await clinic.book({ location: 'Lagos' })
    const blocker = { type: 'Weekly', recurringDays: [1] }
    for (const [description, location] of [
      ['Here', 'Abuja'],
      ['There', 'Lagos'],
      ['Both', null],
    ])
      await clinic.call('POST', '/api/blockers', { ...blocker, description, location }, clinic.admin.bearer)
    const answers = await opened((await refresh(tablet)).entries)
    expect(answers.get(QUESTIONS[0]!).data).toEqual([])
    expect(answers.get(QUESTIONS[1]!)).toMatchObject({ data: [], paging: { total: 0 } })
    const blockers = answers.get(QUESTIONS[2]!)
    expect(blockers.data.map(({ description }: { description: string }) => description)).toEqual([
      'Both',
      'Here',
    ])
    expect(blockers.paging.total).toBe(2)
  })

  it('gets of leave what a doctor may read, whose pages it stores', async () => {
    const musa = await clinic.signedIn({
      username: 'musa',
      type: 'doctor',
      locations: ['fct'],
      doctorId: 'fct-musa',
    })
    const key = await newKey()
    await clinic.join(tablet.token, key.publicKey, { id: musa.id })
    const leave = {
      type: 'One Time',
      startDateTime: '2030-03-05T00:00:00+01:00',
      endDateTime: '2030-03-05T12:00:00+01:00',
    }
    for (const doctorId of ['fct-musa', 'fct-okafor'])
      await clinic.call(
        'POST',
        '/api/blockers',
        { ...leave, description: doctorId, doctorId },
        clinic.admin.bearer,
      )
    const { entries } = await refresh(tablet, clinic, musa.id)
    const { data } = (await opened(entries, key.open)).get(QUESTIONS[2]!)
    expect(data.map(({ description }: { description: string }) => description)).toEqual(['fct-musa'])
  })

  it('gets nothing for a person whose PIN is no longer valid', async () => {
    const { bearer } = await clinic.join(tablet.token, tablet.key.publicKey)
    const end = await clinic.call('DELETE', '/api/auth/sessions', undefined, bearer)
    expect(end.status).toBe(200)
    expect((await refresh(tablet)).entries).toEqual([])
  })

  it('gets everything where it is for all locations', async () => {
    const older = await newTablet(clinic)
    const answers = await opened((await refresh(older)).entries, older.key.open)
    expect([...answers.keys()].slice(0, 2)).toEqual([
      `POST /appointments/all?all=1&${DAYS}`,
      'POST /appointments/all?limit=10&page=1',
    ])
  })

  it.each([
    ['someone unknown', 'registration', () => randomUUID()],
    [
      'someone who is no admin any more',
      'registration',
      async () => (await clinic.signedIn({ username: 'eze', type: 'staff' })).id,
    ],
  ])('with pages of %s stores %s and gets nothing else', async (_, keep, owner) => {
    expect(await refresh(tablet, clinic, await owner())).toMatchObject({ status: 200, keep, entries: [] })
  })

  it('is told to delete once it is revoked, as by the contact', async () => {
    await clinic.revoke(tablet.id)
    expect(await refresh(tablet)).toMatchObject({ status: 200, keep: 'nothing', entries: [] })
    expect(await clinic.row()).toMatchObject({ state: 'deleted' })
  })

  it.each(['', null, 'ada'])('with %j as owner is refused', async (owner) => {
    const answer = await refresh(tablet, clinic, owner)
    expect(answer).toMatchObject({ status: 400, body: { errors: { owner: expect.any(String) } } })
  })
})

describe('a copied token', () => {
  it('yields nothing readable', async () => {
    await clinic.book()
    const { entries, body } = await refresh(tablet)
    // In base64 three letters are next to each other by chance; the sealed parts are checked below.
    const base64 = ['keyId', 'from', 'iv', 'bytes']
    const said = JSON.stringify(body, (name, value) => (base64.includes(name) ? null : value))
    for (const word of ['Ada', 'Obi', 'Tooth', 'Musa']) expect(said).not.toContain(word)
    const texts = await opened(entries)
    for (const entry of entries) {
      const said = JSON.stringify(texts.get(entry.question)).slice(0, 24)
      expect(Buffer.from(entry.bytes, 'base64url').toString('latin1')).not.toContain(said)
    }
    const thief = await newKey()
    // Another private half, also one that says it were the tablet's.
    expect([...(await opened(entries, thief.open)).values()]).toEqual(entries.map(() => null))
    const posing = entries.map((entry) => ({ ...entry, keyId: thief.id }))
    expect([...(await opened(posing, thief.open)).values()]).toEqual(entries.map(() => null))
  })

  it('gives no one a PIN or a key', async () => {
    const { publicKey } = await newKey()
    const body = { device: tablet.token, pin: PIN, publicKey }
    const headers = { authorization: `Bearer ${tablet.token}` }
    expect(await clinic.call('POST', '/api/devices/people', body, headers)).toMatchObject({ status: 401 })
    expect((await refresh(tablet)).entries[0]?.keyId).toBe(tablet.key.id)
  })

  it.each([
    ["an admin's", () => clinic.admin.token],
    ['unknown', newToken],
  ])('is a device token: one that is %s is refused', async (_, token) => {
    expect(await refresh({ token: token() })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })
})

describe('the key of a person at a tablet', () => {
  it('is replaced with another PIN, and nothing is sealed before there is one', async () => {
    const older = await newTablet(clinic, { hasKey: false })
    expect((await refresh(older)).entries).toEqual([])
    await clinic.join(older.token, (await newKey()).publicKey)
    const key = await newKey()
    await clinic.join(older.token, key.publicKey)
    const { entries } = await refresh(older)
    expect((await opened(entries, key.open)).get('GET /blockers?limit=10&page=1')).toMatchObject({ data: [] })
  })

  it.each([
    ['too short', 'AA'],
    ['no point on the curve', `BA${'A'.repeat(85)}`],
  ])('that is %s is refused', async (_, publicKey) => {
    expect(await clinic.join(tablet.token, publicKey)).toMatchObject({
      status: 400,
      body: { errors: { publicKey: expect.any(String) } },
    })
  })

  it('is for staff who may read the book, and for active tablets', async () => {
    const { publicKey } = await newKey()
    const { id } = await clinic.signedIn({ username: 'eze', type: 'staff' })
    expect(await clinic.join(tablet.token, publicKey, { id })).toMatchObject({ status: 403 })
    await clinic.revoke(tablet.id)
    expect(await clinic.join(tablet.token, publicKey)).toMatchObject({ status: 403 })
  })
})

describe('the locations of a tablet', () => {
  const stored = async (id: string) =>
    (await clinic.pool.query('SELECT locations FROM devices WHERE id = $1', [id])).rows[0].locations

  it('are the chosen ones, else those where the admin works, else all', async () => {
    expect(await stored(tablet.id)).toEqual(['fct'])
    expect(await stored((await newTablet(clinic)).id)).toBeNull()
    clinic.admin.bearer = (await clinic.signedIn({ username: 'chidi', location: 'lag' })).bearer
    expect(await stored((await newTablet(clinic)).id)).toEqual(['lag'])
  })

  it('are in the list of tablets', async () => {
    const { id } = await newTablet(clinic, { locations: ['phc', 'Lagos'] })
    const { body } = await clinic.call('GET', '/api/devices', undefined, clinic.admin.bearer)
    const listed = body.data as { id: string; locations: string[] | null }[]
    expect(listed.find((row) => row.id === id)?.locations).toEqual(['lag', 'phc'])
    expect(listed.find((row) => row.id === tablet.id)?.locations).toEqual(['fct'])
  })

  it.each([[['Atlantis']], [['all']], [[]], ['fct']])('cannot be %j', async (locations) => {
    const answer = await clinic.call('POST', '/api/devices', { name: 'Desk', locations }, clinic.admin.bearer)
    expect(answer).toMatchObject({ status: 400, body: { errors: { locations: expect.any(String) } } })
  })
})

describe('the audit trail of a tablet', () => {
  const prefetched = async () =>
    (await clinic.audited()).filter(({ action }) => action === 'device.prefetched')

  it('has one entry by the device, with the ids, and repeats none within the hour', async () => {
    await clinic.book()
    const { rows } = await clinic.pool.query('SELECT id FROM appointments')
    await refresh(tablet)
    await refresh(tablet)
    const entry = { by: null, action: 'device.prefetched', kind: 'device', subject: tablet.id }
    const first = { ...entry, details: { by: 'device', owner: clinic.admin.id, appointments: [rows[0].id] } }
    expect(await prefetched()).toEqual([first])
    await clinic.book({ start_time: '11:00' })
    await refresh(tablet)
    expect(await prefetched()).toEqual([
      first,
      { ...entry, details: { by: 'device', owner: clinic.admin.id, appointments: [expect.any(String)] } },
    ])
  })

  it('is written before the answer: without an entry there is no answer', async () => {
    await clinic.pool.query('ALTER TABLE audit_log RENAME COLUMN details TO away')
    expect(await refresh(tablet)).toMatchObject({ status: 500, entries: [] })
  })
})

it('a tablet refreshes itself at most four times an hour, whoever has its token', async () => {
  await using limited = await startClinicWithTablets({ limits: true })
  const [one, other] = [await newTablet(limited), await newTablet(limited)]
  for (let i = 0; i < 4; i++) expect(await refresh(one, limited)).toMatchObject({ status: 200 })
  const refused = await refresh(one, limited)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.answered.get('retry-after'))).toBeGreaterThan(3_000)
  expect(await refresh(other, limited)).toMatchObject({ status: 200 })
})

it('a range of many rows is sent as several answers, each of which a device stores', async () => {
  await clinic.book()
  await clinic.pool.query(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                               appointment_type, complaint, starts_at, ends_at)
     SELECT gen_random_uuid(), left(md5(n::text), 8), patient_id, doctor_id, doctor_chosen, location, service_text,
            appointment_type, complaint, '2030-03-06T00:00:00Z'::timestamptz + n * interval '10 minutes',
            '2030-03-06T00:00:00Z'::timestamptz + (n + 1) * interval '10 minutes'
     FROM appointments a, generate_series(1, 700) n`,
  )
  const { entries } = await refresh(tablet)
  const ranges = entries.map(({ question }) => question).filter((each) => each.includes('all=1'))
  expect(ranges).toEqual([
    'POST /appointments/fct?all=1&from=2030-03-04&to=2030-03-07',
    'POST /appointments/fct?all=1&from=2030-03-08&to=2030-03-11',
    'POST /appointments/fct?all=1&from=2030-03-12&to=2030-03-18',
  ])
  const answers = await opened(entries)
  const rows = ranges.flatMap((range) => answers.get(range).data)
  expect(rows).toHaveLength(701)
})
