import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aroundGuard } from '../../../tests/support/audit-trail.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { createSetupPool } from '../../platform/db/pool.ts'
import { streamOf } from '../../platform/http/csv-answer.ts'
import { EXPORT_BATCH } from './export-routes.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

let clinic: Clinic
let bearer: { authorization: string }
let staffId: string
const logged: string[] = []
beforeAll(async () => {
  clinic = await startClinic({ logged })
  const admin = await clinic.signedIn()
  bearer = admin.bearer
  staffId = admin.id
})
afterAll(() => clinic[Symbol.asyncDispose]())

const ask = (path: string, body?: object, headers: Record<string, string> = bearer) => {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  }
  return clinic.app.request(`/api/appointments/${path}`, request, {})
}

const references = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])

/**
 * Appointments with one patient each: three a minute, so that equal times span batches, and with
 * microseconds, which a Date lacks.
 */
async function storeMany(count: number, complaint = ''): Promise<void> {
  // Without the usual timeouts: on a busy machine this takes a while.
  const pool = createSetupPool(clinic.database.url)
  await pool.query('DELETE FROM appointments; DELETE FROM patients')
  await pool.query(
    `WITH numbers AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${count}) AS n),
       people AS (
         INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
         SELECT id, 'Ada', 'Obi', 'ada@example.com', '0803', 'ada@example.com', '... Abuja' FROM numbers)
     INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
       appointment_type, starts_at, ends_at, complaint)
     SELECT id, 'R' || lpad(n::text, 7, '0'), id, (ARRAY['fct-okafor', 'fct-musa', 'fct-danjuma'])[n % 3 + 1], false,
       'fct', 'Tooth Pain', 'consultation', '2000-01-01 00:00:00.000007Z'::timestamptz + n / 3 * interval '1 minute',
       '2000-01-01 00:00:00.000007Z'::timestamptz + (n / 3 + 1) * interval '1 minute', $1
     FROM numbers`,
    [complaint],
  )
  await pool.end()
}

/** Counts batch queries, and can make them fail. */
function watchBatches(fail?: (count: number) => Error | undefined) {
  const { pool } = clinic.database
  const ask = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  let batches = 0
  const spy = vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    if (typeof args[0] === 'string' && args[0].includes(`LIMIT ${EXPORT_BATCH}`)) {
      batches++
      const failure = fail?.(batches)
      if (failure) throw failure
    }
    return ask(...args)
  }) as Pool['query'])
  return { count: () => batches, [Symbol.dispose]: () => spy.mockRestore() }
}

async function listening(): Promise<{ server: ServerType; url: string }> {
  const server = serve({ fetch: clinic.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const closed = (server: ServerType) => new Promise((resolve) => server.close(resolve))

describe('the export of the list', () => {
  beforeAll(async () => {
    await clinic.database.pool.query('DELETE FROM appointments; DELETE FROM patients')
    await clinic.book({ start_time: '10:00', description: 'One, "two"\n=three' })
    await clinic.book({
      start_time: '09:00',
      location: 'lag',
      surname: 'Zoë',
      email: 'z@example.org',
      phone_number: '+2348055550199',
    })
    await clinic.book({ appointment_date: '2030-03-08', start_time: '09:00' })
    await clinic.book({ appointment_date: '2030-03-06', start_time: '16:30' })
    await clinic.database.pool.query(
      `UPDATE appointments SET reference = to_char(starts_at AT TIME ZONE 'Africa/Lagos', 'DD-HH24-MI');
       UPDATE appointments SET status = 'confirmed' WHERE reference = '06-16-30';
       UPDATE appointments SET status = 'cancelled' WHERE reference = '08-09-00'`,
    )
  })

  it('is a file for spreadsheets, with a telling name, and is not cached', async () => {
    const answer = await ask('lagos/export')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="appointments-lag-2030-03-04.csv"',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toMatch(
      /\r\n05-09-00,Lagos,Zoë,Obi,,,,\.\.\. Lagos,z@example\.org,'\+2348055550199,2030-03-05,9:00 AM,Pending,Tooth Pain,Dr\. [^,]+,,\d{4}-\d\d-\d\d \d\d?:\d\d [AP]M\r\n$/,
    )
  })

  it('keeps texts of several lines in one cell, without formulas', async () => {
    expect(await (await ask('fct/export')).text()).toContain(`,"One, ""two""\n'=three",`)
  })

  it.each([
    ['all/export', undefined, ['05-09-00', '05-10-00', '06-16-30']],
    ['fct/export', undefined, ['05-10-00', '06-16-30']],
    ['Abuja/export?status=1', undefined, ['05-10-00']],
    ['all/export?status=0', undefined, ['06-16-30']],
    ['all/export?cancelled=1', undefined, ['05-09-00', '05-10-00', '06-16-30', '08-09-00']],
    ['all/export?from=2030-03-06', undefined, ['06-16-30']],
    ['all/export?to=2030-03-05', undefined, ['05-09-00', '05-10-00']],
    ['all/export', { search: 'zoë' }, ['05-09-00']],
    ['phc/export', undefined, []],
  ])('with %s has %j', async (path, body, expected) => {
    const answer = await ask(path, body)
    const text = (await answer.text()).replace('\n=', ' =').replace(/\n(?='=)/, ' ')
    expect(references(text)).toEqual(expected)
  })

  it('runs at most twice for a session, and again as soon as one has ended', async () => {
    await storeMany(EXPORT_BATCH + 1)
    const [first, second] = [await ask('fct/export'), await ask('fct/export')]
    const third = await ask('fct/export')
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('10')
    expect(
      (await ask('fct/export', undefined, (await clinic.signedIn({ username: 'musa' })).bearer)).status,
    ).toBe(200)
    // Cancelled before anything was read.
    await first.body?.cancel()
    const another = await ask('fct/export')
    expect(another.status).toBe(200)
    await Promise.all([another.text(), second.text()])
  })

  it('is audited with its filter, and without the search text', async () => {
    await aroundGuard(clinic.database.pool, 'DELETE FROM audit_log')
    await (await ask('lagos/export?status=1&from=2030-03-01', { search: 'Obisecret' })).text()
    const { rows } = await clinic.database.pool.query(
      `SELECT staff_id, action, subject_kind, subject_id, details FROM audit_log WHERE action LIKE 'appointments.%'
       ORDER BY id`,
    )
    const entry = { staff_id: staffId, subject_kind: 'location', subject_id: 'lag' }
    expect(rows).toEqual([
      {
        ...entry,
        action: 'appointments.exported',
        details: {
          status: '1',
          from: '2030-03-01',
          to: '',
          cancelled: '',
          doctor: '',
          visit: '',
          searched: true,
        },
      },
      { ...entry, action: 'appointments.export_ended', details: { rows: 0, patients: 0 } },
    ])
    expect(logged.join()).not.toContain('Obisecret')
  })

  it.each([
    ['an unknown location', 'kano/export', {}, 'location'],
    ['an unknown status', 'fct/export?status=2', {}, 'status'],
    ['a day that does not exist', 'fct/export?from=2030-02-30', {}, 'from'],
    ['days in the wrong order', 'fct/export?from=2030-03-05&to=2030-03-04', {}, 'to'],
    ['one letter', 'fct/export', { search: 'a' }, 'search'],
  ])('is refused with %s', async (_, path, body, field) => {
    await aroundGuard(clinic.database.pool, 'DELETE FROM audit_log')
    const answer = await ask(path, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ errors: { [field]: expect.any(String) } })
    expect((await clinic.database.pool.query('SELECT FROM audit_log')).rowCount).toBe(0)
  })

  it('is for admins alone', async () => {
    const staff = await clinic.signedIn({ username: 'chidi', type: 'staff' })
    const portal = { authorization: 'Bearer portal-of-the-tests' }
    const callers: [Record<string, string>, number][] = [
      [staff.bearer, 403],
      [portal, 403],
      [{}, 401],
    ]
    for (const [headers, status] of callers) {
      expect((await ask('all/export', {}, headers)).status).toBe(status)
      expect((await ask('kano/export', {}, headers)).status).toBe(status)
    }
  })
})

describe('a long export', () => {
  const ROWS = 20_000
  beforeAll(() => storeMany(ROWS, 'x'.repeat(1_000)))

  it('has every appointment once, the earliest first, whatever is cancelled meanwhile', async () => {
    const answer = await ask('fct/export')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const parts: string[] = []
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) break
      parts.push(value ?? '')
      // Paging by offset would skip a row from here on.
      if (parts.length === 1)
        await clinic.database.pool.query(
          `UPDATE appointments SET status = 'cancelled' WHERE reference = 'R0000001'`,
        )
    }
    await clinic.database.pool.query(`UPDATE appointments SET status = 'open' WHERE status <> 'open'`)
    expect(parts).toHaveLength(ROWS / EXPORT_BATCH)
    const found = references(parts.join(''))
    expect(found).toHaveLength(ROWS)
    expect(new Set(found).size).toBe(ROWS)
    // Three of them start at the same minute.
    const minutes = found.map((reference) => Math.floor(Number(reference?.slice(1)) / 3))
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
  })

  it('queries no more rows than are read', async () => {
    using batches = watchBatches()
    const answer = await ask('fct/export')
    const reader = answer.body?.getReader()
    expect(batches.count()).toBe(1)
    await reader?.read()
    await reader?.read()
    expect(batches.count()).toBe(2)
    await reader?.cancel()
    expect(batches.count()).toBe(2)
  })

  it('ends when the caller goes away', async () => {
    using batches = watchBatches()
    const { server, url } = await listening()
    const gone = new AbortController()
    const answer = await fetch(`${url}/api/appointments/fct/export`, {
      method: 'POST',
      headers: bearer,
      signal: gone.signal,
    })
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    gone.abort()
    await closed(server)
    expect(batches.count()).toBeLessThan(ROWS / EXPORT_BATCH)
  })

  it('that fails in the middle is cut off and looks incomplete, and its failure is logged without its message', async () => {
    using _ = watchBatches((count) =>
      count === 5 ? Object.assign(new Error('Key (email)=(ada@example.com)'), { code: '57P01' }) : undefined,
    )
    logged.splice(0)
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { server, url } = await listening()
    const answer = await fetch(`${url}/api/appointments/fct/export`, { method: 'POST', headers: bearer })
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    await closed(server)
    expect(printed.mock.calls).toEqual([])
    printed.mockRestore()
    expect(logged.join()).toContain('export broken off')
    expect(logged.join()).toContain('57P01')
    expect(logged.join()).not.toContain('ada@example.com')
  })

  it('that fails at the beginning is an ordinary error, and no export', async () => {
    await clinic.afterwards.settled()
    await aroundGuard(clinic.database.pool, 'DELETE FROM audit_log')
    using _ = watchBatches(() => Object.assign(new Error('away'), { code: '57P01' }))
    const answer = await ask('fct/export')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ success: false, code: 'unavailable' })
    expect((await clinic.database.pool.query('SELECT FROM audit_log')).rowCount).toBe(0)
  })
})

it.each([
  ['made', (made: PromiseWithResolvers<string>) => made.resolve('more')],
  ['failing', (made: PromiseWithResolvers<string>) => made.reject(new Error('gone too'))],
])('a caller who leaves while a portion is %s is no failure', async (_, end) => {
  const made = Promise.withResolvers<string>()
  const failures: unknown[] = []
  const asked = Promise.withResolvers<void>()
  async function* portions() {
    asked.resolve()
    yield await made.promise
  }
  const reader = streamOf(portions(), (error) => failures.push(error)).getReader()
  const read = reader.read()
  await asked.promise
  const left = reader.cancel()
  end(made)
  expect(await read).toMatchObject({ done: true })
  await left
  expect(failures).toEqual([])
})
