import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PORTAL_TOKEN, startClinic } from '../../../tests/support/clinic.ts'
import { newToken, tokenHash } from '../../accounts/auth/tokens.ts'
import { clinicWithList } from './list.fixture.ts'

const at = clinicWithList()
const { list, book, turnClock, empty, setStatus } = at

describe('the list of appointments', () => {
  let monday: string
  let tuesday: string
  let confirmed: string
  let lagos: string
  let friday: string

  beforeAll(async () => {
    await empty()
    tuesday = await book({ appointment_date: '2030-03-05', start_time: '10:00' })
    monday = await book({ appointment_date: '2030-03-04', start_time: '09:00' })
    friday = await book({ appointment_date: '2030-03-08', start_time: '09:00', doctor_id: 'fct-musa' })
    confirmed = await book({ appointment_date: '2030-03-06', start_time: '16:30' })
    await setStatus(confirmed, 'confirmed')
    lagos = await book({ appointment_date: '2030-03-04', start_time: '16:00', location: 'lag' })
    const cancelled = await book({ appointment_date: '2030-03-07', start_time: '10:00' })
    await setStatus(cancelled, 'cancelled')
    // Whichever doctor was assigned: one of them is asked for below.
    await at.clinic.database.pool.query(
      `UPDATE appointments SET doctor_id = 'fct-okafor' WHERE location = 'fct' AND reference <> $1`,
      [friday],
    )
    await turnClock('2030-03-06T12:00:00+01:00')
  })
  afterAll(() => turnClock('2030-03-04T07:00:00+01:00'))

  it('has the upcoming first, soonest at the top, then the past, latest first, and no cancelled one', async () => {
    expect((await list('fct')).references).toEqual([confirmed, friday, tuesday, monday])
  })

  it('counts a running appointment as upcoming until its end', async () => {
    at.clinic.clock.now = new Date('2030-03-06T16:59:59+01:00')
    expect((await list('fct')).references).toEqual([confirmed, friday, tuesday, monday])
    at.clinic.clock.now = new Date('2030-03-06T17:00:00+01:00')
    expect((await list('fct')).references).toEqual([friday, confirmed, tuesday, monday])
    await turnClock('2030-03-06T12:00:00+01:00')
  })

  it('covers all locations on request', async () => {
    expect((await list('all')).references).toEqual([confirmed, friday, tuesday, lagos, monday])
  })

  it.each(['fct', 'FCT', 'Abuja', 'abj', '%20abuja%20'])('accepts the location as %s', async (text) => {
    expect((await list(text)).references).toEqual([confirmed, friday, tuesday, monday])
  })

  it.each(['port%20harcourt', 'port-harcourt', 'phc'])(
    'is empty at %s, where there are no appointments',
    async (text) => {
      const { status, rows, paging } = await list(text)
      expect({ status, rows, paging }).toEqual({
        status: 200,
        rows: [],
        paging: { page: 1, limit: 10, total: 0, totalPages: 0 },
      })
    },
  )

  it.each([
    { query: 'status=1', are: () => [friday, tuesday, monday] },
    { query: 'status=0', are: () => [confirmed] },
    { query: 'status=', are: () => [confirmed, friday, tuesday, monday] },
    { query: 'status=1&limit=2', are: () => [friday, tuesday] },
    { query: 'status=1&limit=2&page=2', are: () => [monday] },
  ])('is filtered by ?$query', async ({ query, are }) => {
    expect((await list(`fct?${query}`)).references).toEqual(are())
  })

  it.each([
    { query: 'doctor=fct-musa', are: () => [friday] },
    { query: 'doctor=nobody', are: () => [] },
    { query: 'doctor=fct-musa&to=2030-03-07', are: () => [] },
    { query: 'from=2030-03-05&to=2030-03-06', are: () => [confirmed, tuesday] },
  ])('is filtered by ?$query', async ({ query, are }) => {
    expect((await list(`fct?${query}`)).references).toEqual(are())
  })

  it('filters by visit state; waiting and seated patients are today’s', async () => {
    const setVisit = (reference: string, visit: string | null) =>
      at.clinic.database.pool.query(
        'UPDATE appointments SET visit = $2, arrived_at = now(), done_at = now() WHERE reference = $1',
        [reference, visit],
      )
    await setVisit(confirmed, 'arrived')
    await setVisit(tuesday, 'arrived')
    expect((await list('fct?visit=arrived')).references).toEqual([confirmed])
    expect((await list('fct?visit=arrived&status=1')).references).toEqual([])
    await setVisit(tuesday, 'done')
    expect((await list('fct?visit=done')).references).toEqual([tuesday])
    expect((await list('fct?visit=done&doctor=fct-musa')).references).toEqual([])
    await setVisit(confirmed, null)
    await setVisit(tuesday, null)
  })

  it.each(['visit=gone', 'doctor=%3Cb%3E', `doctor=${'x'.repeat(65)}`])('refuses ?%s', async (query) => {
    expect((await list(`fct?${query}`)).status).toBe(400)
  })

  it('says which page this is, beyond the last one too', async () => {
    expect((await list('fct?limit=3')).paging).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 })
    const beyond = await list('fct?limit=3&page=1000000')
    expect(beyond.rows).toEqual([])
    expect(beyond.paging).toEqual({ page: 1_000_000, limit: 3, total: 4, totalPages: 2 })
  })

  it('has the fields of the specification, with instants in clinic time', async () => {
    const { rows, headers } = await list('fct?status=1&limit=1')
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        reference: friday,
        appointment_date: '2030-03-08T09:00:00+01:00',
        end: '2030-03-08T09:30:00+01:00',
        duration: 30,
        isOpen: true,
        status: 'open',
        visit: null,
        visitTimes: {},
        patientConfirmedAt: null,
        channel: 'web',
        moved: 0,
        waiting: null,
        version: 1,
        blocked: false,
        marks: [],
        bookedBy: null,
        serviceId: 'tooth-pain',
        serviceText: 'Tooth Pain',
        description: '',
        doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
        user: {
          location: 'fct',
          surname: 'Ada',
          other_names: 'Obi',
          address: '... Abuja',
          email: 'ada.obi@example.com',
          phone_number: '0803 123 4567',
        },
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await list('fct?status=0')).rows[0]).toMatchObject({ isOpen: false, status: 'confirmed' })
  })

  it('is compressed for clients that accept it, with the same content', async () => {
    const plain = await list('all')
    const response = await at.clinic.app.request('/api/appointments/all', {
      method: 'POST',
      headers: { ...at.bearer, 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const unpacked = response.body?.pipeThrough(new DecompressionStream('gzip'))
    expect(await new Response(unpacked).json()).toEqual(plain.body)
  })

  it('accepts every form of an empty search', async () => {
    for (const body of [undefined, '', '{}', '{"search":null}', '{"search":""}']) {
      const { status, body: answer } = await at.clinic.call('POST', '/api/appointments/fct', body, at.bearer)
      expect(status).toBe(200)
      expect((answer as { data?: unknown[] }).data).toHaveLength(4)
    }
  })
})

describe('a search in the list', () => {
  let ada: string
  let obrien: string
  let lagos: string

  beforeAll(async () => {
    await empty()
    ada = await book({ start_time: '10:00' })
    obrien = await book({
      start_time: '11:00',
      surname: 'Ṣadé Élise',
      other_names: 'O’Brien',
      email: 'Sade_100%@Mail.example.com',
      phone_number: '+2348055550199',
    })
    lagos = await book({
      start_time: '11:00',
      location: 'lag',
      surname: 'Aɗaeze',
      other_names: 'Eze',
      email: 'eze@example.org',
      phone_number: '(805) 555-5012',
    })
    await at.clinic.database.pool.query(
      `UPDATE appointments SET reference = CASE WHEN location = 'lag' THEN 'QQQQ3467'
         WHEN starts_at = '2030-03-05T10:00:00+01:00' THEN 'ACDE3467' ELSE 'ACDF3467' END`,
    )
    ada = 'ACDE3467'
    obrien = 'ACDF3467'
    lagos = 'QQQQ3467'
  })

  it.each([
    ['a reference', 'ACDE3467', () => [ada]],
    ['a reference in small letters', 'acde3467', () => [ada]],
    ['a reference read out in groups', 'acde 34-67', () => [ada]],
    ['the beginning of references', 'acd', () => [ada, obrien]],
    ['the end of a reference', '3467', () => []],
    ['more than a reference', 'acde34677', () => []],
    ['part of a first name', 'ada', () => [ada, lagos]],
    ['part of a last name', 'brien', () => [obrien]],
    ['first and last name', 'Ada Obi', () => [ada]],
    ['last and first name', 'obi ada', () => [ada]],
    ['a name as lists have it', 'Obi, Ada', () => [ada]],
    ['parts of both names', 'dae eze', () => [lagos]],
    ['the beginnings of both names', 'ob ad', () => [ada]],
    ['the end of a name, by two letters', 'bi', () => []],
    ['a name and an initial', 'Ada E', () => [lagos]],
    ['a name and a sign', 'ada -', () => [ada, lagos]],
    ['two letters of an email address that begins so', 'sa', () => [obrien]],
    ['a letter and a sign', "o'", () => [ada, obrien]],
    ['a name without its apostrophe', 'obrien', () => [obrien]],
    ['a letter behind a sign', '_1', () => [obrien]],
    ['a name with spaces around and inside', '  ada   obi ', () => [ada]],
    ['capitals beyond ASCII', 'ṢADÉ', () => [obrien]],
    ['a name without its accents', 'sade elise', () => [obrien]],
    ['a name with its accents as characters of their own', 'Ṣadé'.normalize('NFD'), () => [obrien]],
    ['a name with other accents', 'Ádà', () => [ada, lagos]],
    ['a name with a hook', 'AƊA', () => [ada, lagos]],
    ['a name in wide letters', 'Ａｄａ Ｏｂｉ', () => [ada]],
    ["a name with another keyboard's apostrophe", "o'brien", () => [obrien]],
    ['names of two people', 'Ada Brien', () => []],
    ['an email address', 'ADA.OBI@example.com', () => [ada]],
    ['part of an email address', '@example.', () => [ada, lagos]],
    ['a phone number as it was typed', '0803 123 4567', () => [ada]],
    ['a phone number with the country', '+234 803 123 4567', () => [ada]],
    ['a phone number with 00 in front', '00234-803-123-4567', () => [ada]],
    ['a phone number without separators', '08031234567', () => [ada]],
    ['a phone number without the zero', '803.123.4567', () => [ada]],
    ['a national form of an international number', '0805 555 0199', () => [obrien]],
    ['the last digits of a phone number', '4567', () => [ada]],
    ['the first digits of a phone number', '0803 12', () => [ada]],
    ['a number in a form of its own', '805 555 5012', () => [lagos]],
    ['too few digits for a phone number', '803', () => []],
    ['a percent sign', '100%', () => [obrien]],
    ['percent signs only', '%%', () => []],
    ['underscores only', '__', () => []],
    ['an underscore', 'sade_', () => [obrien]],
    ['a backslash', '\\\\', () => []],
    ['a percent sign that is escaped', '\\%', () => []],
    ['commas only', ',,', () => []],
    ['nobody', 'Nobody', () => []],
    ['SQL', "' OR 1=1 --", () => []],
    ['SQL that changes', "x'; DROP TABLE appointments; --", () => []],
  ])('for %s (%j)', async (_what, search, are) => {
    const { status, references } = await list('all', search)
    expect(status).toBe(200)
    expect(references.toSorted()).toEqual(are().toSorted())
  })

  it('stays at the location', async () => {
    expect((await list('fct', 'ada')).references).toEqual([ada])
    expect((await list('lag', 'ada')).references).toEqual([lagos])
    expect((await list('phc', 'ada')).references).toEqual([])
  })

  it('respects the status and counts its results', async () => {
    await setStatus(obrien, 'confirmed')
    expect((await list('all?status=0', 'acd')).references).toEqual([obrien])
    await setStatus(obrien, 'cancelled')
    expect((await list('all', 'acd')).references).toEqual([ada])
    await setStatus(obrien, 'open')
    expect(await list('all?limit=1&page=2', 'example')).toMatchObject({
      rows: [expect.anything()],
      paging: { page: 2, limit: 1, total: 3, totalPages: 3 },
    })
  })
})

describe('the list is refused', () => {
  type Wrong = { what: string; path: string; field: string; body?: unknown; type?: string }
  it.each([
    { what: 'an unknown location', path: 'kano', field: 'location' },
    { what: 'a location with a wildcard', path: '%25', field: 'location' },
    { what: 'a location without end', path: 'a'.repeat(500), field: 'location' },
    { what: 'a status of its own', path: 'fct?status=2', field: 'status' },
    { what: 'page 0', path: 'fct?page=0', field: 'page' },
    { what: 'a page before the first', path: 'fct?page=-1', field: 'page' },
    { what: 'a page that is no number', path: 'fct?page=1e3', field: 'page' },
    { what: 'a page said twice', path: 'fct?page=1&page=2', field: 'page' },
    { what: 'a page beyond counting', path: 'fct?page=99999999999', field: 'page' },
    { what: 'a page that is a word', path: 'fct?page=abc', field: 'page' },
    { what: 'page 1,000,000,000', path: 'fct?page=1000000000', field: 'page' },
    { what: 'no rows', path: 'fct?limit=0', field: 'limit' },
    { what: 'rows that are no number', path: 'fct?limit=ten', field: 'limit' },
    { what: '1000 rows', path: 'fct?limit=1000', field: 'limit' },
    { what: 'a first day that is none', path: 'fct?from=tomorrow', field: 'from' },
    { what: '30 February', path: 'fct?from=2030-02-30', field: 'from' },
    { what: 'a last day that is none', path: 'fct?to=2030-13-01', field: 'to' },
    { what: 'an instant for a day', path: 'fct?to=2030-03-04T10:00:00Z', field: 'to' },
    { what: 'a last day before the first', path: 'fct?from=2030-03-05&to=2030-03-04', field: 'to' },
    { what: 'cancelled ones as a word', path: 'fct?cancelled=yes', field: 'cancelled' },
    { what: 'more than 100 rows', path: 'fct?limit=101', field: 'limit' },
    { what: 'one letter', path: 'fct', body: { search: 'a' }, field: 'search' },
    { what: 'one letter among spaces', path: 'fct', body: { search: '  a ' }, field: 'search' },
    { what: 'spaces', path: 'fct', body: { search: '   ' }, field: 'search' },
    { what: '121 letters', path: 'fct', body: { search: 'a'.repeat(121) }, field: 'search' },
    { what: 'a number', path: 'fct', body: { search: 4567 }, field: 'search' },
    { what: 'a list', path: 'fct', body: { search: ['ada'] }, field: 'search' },
    { what: 'a NUL', path: 'fct', body: { search: 'ada\u0000' }, field: 'search' },
    { what: 'half a character', path: 'fct', body: { search: 'ada\ud800' }, field: 'search' },
    { what: 'no JSON', path: 'fct', body: '{"search":', field: 'body' },
    { what: 'a body that is no object', path: 'fct', body: '"ada"', field: 'body' },
    { what: 'a body that is a list', path: 'fct', body: '[]', field: 'body' },
    {
      what: 'a body that is a form',
      path: 'fct',
      body: 'search=ada',
      type: 'application/x-www-form-urlencoded',
      field: 'body',
    },
    {
      what: 'JSON that says it is text',
      path: 'fct',
      body: '{"search":"ada"}',
      type: 'text/plain',
      field: 'body',
    },
  ])('with $what', async ({ path, body, field, type }: Wrong) => {
    const headers = { ...at.bearer, ...(type && { 'content-type': type }) }
    const answer = await at.clinic.call('POST', `/api/appointments/${path}`, body, headers)
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, code: 'invalid_input', errors: { [field]: expect.any(String) } },
    })
    expect(answer.body.data).toBeUndefined()
  })

  it('with an unknown location, in the specification’s words', async () => {
    const { body } = await list('kano')
    expect(body.errors).toEqual({
      location: 'Selected location not valid, please refresh and try again!',
    })
  })

  it('above 120 letters in a search', async () => {
    expect((await list('fct', 'a'.repeat(120))).status).toBe(200)
  })

  it.each([
    { who: 'nobody', authorization: '', status: 401 },
    { who: 'an unknown token', authorization: 'Bearer x', status: 401 },
    { who: 'the portal', authorization: `Bearer ${PORTAL_TOKEN}`, status: 403 },
  ])('to $who: $status', async ({ authorization, status }) => {
    const answer = await at.clinic.call('POST', '/api/appointments/all', {}, { authorization })
    expect(answer.status).toBe(status)
    expect(answer.body.data).toBeUndefined()
  })

  it('to a staff member who is no admin: 403, before anything else', async () => {
    const staff = await at.clinic.signedIn({ username: 'musa', type: 'staff' })
    for (const path of ['all', 'kano']) {
      expect(await at.clinic.call('POST', `/api/appointments/${path}`, {}, staff.bearer)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    }
  })

  it('to a verified patient: 403', async () => {
    await book({ start_time: '15:00' })
    const token = newToken()
    await at.clinic.database.pool.query(
      `INSERT INTO sessions (token_hash, patient_id, created_at, expires_at)
       SELECT $1, id, $2, $2::timestamptz + interval '30 minutes' FROM patients LIMIT 1`,
      [tokenHash(token), at.clinic.clock.now],
    )
    const patient = { authorization: `Bearer ${token}` }
    expect((await at.clinic.call('POST', '/api/appointments/all', {}, patient)).status).toBe(403)
  })
})

it('the booking address stays public: it is no location', async () => {
  expect((await at.clinic.book({ start_time: '16:00' })).status).toBe(201)
})

it('the log contains no search text, when the database fails too', async () => {
  const logged: string[] = []
  await using clinic = await startClinic({ logged })
  const { bearer } = await clinic.signedIn()
  await clinic.database.pool.query('ALTER TABLE patients RENAME TO away')
  const { status } = await clinic.call(
    'POST',
    '/api/appointments/all?page=1',
    { search: 'Ngozi Obi' },
    bearer,
  )
  expect(status).toBe(500)
  expect(logged.join()).toContain('request failed')
  expect(logged.join()).toContain('/api/appointments/:location')
  // No letters of an id: those are in the log.
  expect(logged.join()).not.toMatch(/ngozi|obi/i)
})

it('an appointment under a blocker is marked while the blocker covers it', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  await clinic.book({ appointment_date: '2030-03-04', start_time: '10:00' })
  const blocked = async () => {
    const { body } = await clinic.call('POST', '/api/appointments/fct', {}, bearer)
    return (body.data as { blocked: boolean }[]).map((row) => row.blocked)
  }
  expect(await blocked()).toEqual([false])
  const blocker = { description: 'Staff meeting', type: 'Weekly', recurringDays: [1] }
  const { body } = await clinic.call('POST', '/api/blockers', blocker, bearer)
  expect(await blocked()).toEqual([true])
  clinic.clock.now = new Date('2030-03-04T10:10:00+01:00')
  expect(await blocked()).toEqual([false])
  await turnClock('2030-03-04T07:00:00+01:00')
  await clinic.call('DELETE', `/api/blockers/${(body.data as { id: string }).id}`, undefined, bearer)
  expect(await blocked()).toEqual([false])
})
