import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiKeyRow, CreateApiKeyWire } from '../../../contract/api-keys.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { storePassword } from '../auth/password-reset.ts'

const audited = async ({ database }: { database: { pool: Pool } }) =>
  (
    await database.pool.query(
      `SELECT staff_id AS by, action, subject_id AS subject, details FROM audit_log ORDER BY id`,
    )
  ).rows

async function startWithKeys(options: TestOptions = {}) {
  const clinic = await startClinic(options)
  const admin = await clinic.signedIn()
  const make = (more: Partial<CreateApiKeyWire> = {}, who = admin) =>
    clinic.call('POST', '/api/api-keys', { name: 'Sync', scopes: ['appointments.read'], ...more }, who.bearer)
  return {
    ...clinic,
    admin,
    make,
    made: async (more: Partial<CreateApiKeyWire> = {}) => {
      const { body } = await make(more)
      return body.data as { id: string; key: string }
    },
    rows: async () => {
      const { body } = await clinic.call('GET', '/api/api-keys', undefined, admin.bearer)
      return body.data as ApiKeyRow[]
    },
    revoke: (id: string) => clinic.call('DELETE', `/api/api-keys/${id}`, undefined, admin.bearer),
    list: (key: string, location = 'all', caller?: string) =>
      clinic.call('POST', `/api/appointments/${location}`, {}, { authorization: `Bearer ${key}` }, caller),
    /** A day later the admin's proof would be old. */
    later: (ms: number) => {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + ms)
    },
  }
}

let clinic: Awaited<ReturnType<typeof startWithKeys>>
beforeEach(async () => {
  clinic = await startWithKeys()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const HOUR_MS = 3_600_000

describe('creating an API key', () => {
  it('answers the key once, and stores its hash alone', async () => {
    const { status, body } = await clinic.make()
    expect(status).toBe(201)
    const { id, key } = body.data as { id: string; key: string }
    expect(key).toMatch(/^enamel_[\w-]{43}$/)
    const { rows } = await clinic.database.pool.query('SELECT api_keys::text AS text FROM api_keys')
    expect(rows[0].text).not.toContain(key.slice(7))
    expect(await clinic.rows()).toEqual([
      {
        id,
        name: 'Sync',
        state: 'active',
        scopes: ['appointments.read'],
        locations: null,
        madeBy: 'Dt. Ada Obi',
        madeAt: '2030-03-04T07:00:00+01:00',
        lastUsedAt: null,
        expires: null,
      },
    ])
  })

  it('needs a fresh proof', async () => {
    clinic.later(11 * 60_000)
    expect(await clinic.make()).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } })
    expect(await clinic.rows()).toEqual([])
  })

  it('is allowed for admins alone', async () => {
    const manager = await clinic.signedIn({ username: 'mia', type: 'manager', locations: ['fct'] })
    expect(await clinic.make({}, manager)).toMatchObject({ status: 403 })
  })

  it.each<[string, Partial<CreateApiKeyWire>, string]>([
    ['without a name', { name: ' ' }, 'name'],
    ['without a scope', { scopes: [] }, 'scopes'],
    ['with a scope that is none', { scopes: ['all'] as never }, 'scopes'],
    ['with a location that the clinic does not have', { locations: ['paris'] }, 'locations'],
    ["for 'all' by that word", { locations: ['all'] }, 'locations'],
    ['that has expired', { expires: '2030-03-03' }, 'expires'],
    ['until a day that is none', { expires: '2030-02-30' }, 'expires'],
  ])('is refused with %s', async (_, more, field) => {
    const { status, body } = await clinic.make(more)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  })

  it('records person, scopes and locations in the audit trail, and later its revocation', async () => {
    const { id } = await clinic.made({ locations: ['Abuja'], expires: '2030-03-31' })
    await clinic.revoke(id)
    await clinic.revoke(id)
    expect(await audited(clinic)).toMatchObject([
      {
        action: 'key.made',
        subject: id,
        details: {
          name: 'Sync',
          scopes: ['appointments.read'],
          locations: ['fct'],
          expires: '2030-03-31T23:00:00.000Z',
        },
      },
      { action: 'key.revoked', subject: id, details: { name: 'Sync' } },
    ])
  })

  it('is limited to 20 an hour for an admin, and to 50 active keys for the clinic', async () => {
    await using limited = await startWithKeys({ limits: true })
    for (let n = 0; n < 20; n++) expect(await limited.make()).toMatchObject({ status: 201 })
    expect(await limited.make()).toMatchObject({ status: 429 })
    await limited.database.pool.query(
      `INSERT INTO api_keys (id, name, key_hash, scopes, made_at)
       SELECT gen_random_uuid(), 'Sync', 'hash ' || n, '{fhir.read}', now() FROM generate_series(1, 30) n`,
    )
    const other = await limited.signedIn({ username: 'bola' })
    expect(await limited.make({}, other)).toMatchObject({ status: 429 })
    await limited.revoke((await limited.rows())[0]?.id ?? '')
    expect(await limited.make({}, other)).toMatchObject({ status: 201 })
  })
})

/** Another admin does something to the maker's account. */
async function byAnother(method: string, path: string, change: object) {
  const { bearer } = await clinic.signedIn({ username: 'bola' })
  const answer = await clinic.call(method, `/api/staff/${clinic.admin.id}${path}`, change, bearer)
  expect(answer.status).toBe(200)
}

describe('an API key', () => {
  it('opens the list of its locations, and its reads are audited', async () => {
    for (const location of ['fct', 'lag']) await clinic.book({ location })
    const { id, key } = await clinic.made({ locations: ['fct'] })
    const { status, body } = await clinic.list(key)
    const rows = body.data as { id: string; user: { location: string } }[]
    expect([status, rows.map(({ user }) => user.location)]).toEqual([200, ['fct']])
    expect(await clinic.list(key, 'lag')).toMatchObject({ status: 403 })
    const trail = await audited(clinic)
    expect(trail.at(-1)).toMatchObject({
      by: null,
      action: 'appointments.listed',
      details: { key: id, keyName: 'Sync', ids: [rows[0]?.id] },
    })
    expect((await clinic.rows())[0]).toMatchObject({ lastUsedAt: '2030-03-04T07:00:00+01:00' })
  })

  it('opens nothing without the scope', async () => {
    const { key } = await clinic.made({ scopes: ['fhir.read', 'fhir.patient', 'overview.read'] })
    expect(await clinic.list(key)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it.each<[string, (made: { id: string; key: string }) => unknown]>([
    ['revoked', ({ id }) => clinic.revoke(id)],
    ['expired', () => clinic.later(24 * HOUR_MS)],
    [
      'of a maker with a new password',
      () =>
        inTransaction(clinic.database.pool, (client) =>
          storePassword(client, { id: clinic.admin.id, emailKey: '' }, 'hash', {
            by: clinic.admin.id,
            now: clinic.clock.now,
          }),
        ),
    ],
    ['of a maker who is disabled', () => byAnother('PATCH', '', { disabled: true })],
    [
      'of a maker who is no admin any more',
      () => byAnother('PUT', '/access', { type: 'manager', locations: ['fct'] }),
    ],
  ])('opens nothing once it is %s', async (_, end) => {
    const made = await clinic.made({ expires: '2030-03-04' })
    expect(await clinic.list(made.key)).toMatchObject({ status: 200 })
    await end(made)
    expect(await clinic.list(made.key)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  it('is valid to the end of its last day in clinic time', async () => {
    const { key } = await clinic.made({ expires: '2030-03-04' })
    clinic.clock.now = new Date('2030-03-04T23:59:59+01:00')
    expect(await clinic.list(key)).toMatchObject({ status: 200 })
    clinic.clock.now = new Date('2030-03-05T00:00:00+01:00')
    expect(await clinic.list(key)).toMatchObject({ status: 401 })
  })

  it('is rate-limited, and wrong keys are limited per network; valid ones still work from there', async () => {
    await using limited = await startWithKeys({ limits: true })
    const { id, key } = await limited.made()
    const unknown = `enamel_${'x'.repeat(43)}`
    for (let n = 0; n < 20; n++) expect(await limited.list(unknown)).toMatchObject({ status: 401 })
    expect(await limited.list(unknown)).toMatchObject({ status: 429 })
    expect(await limited.list(unknown, 'all', '198.51.100.7')).toMatchObject({ status: 401 })
    expect(await limited.list(key)).toMatchObject({ status: 200 })
    await limited.database.pool.query(`UPDATE rate_limits SET points = 600 WHERE key LIKE 'api-key-calls:%'`)
    const { status, headers } = await limited.list(key)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    await limited.revoke(id)
  })
})

it('a missing key cannot be revoked', async () => {
  expect(await clinic.revoke(randomUUID())).toMatchObject({ status: 404 })
})
