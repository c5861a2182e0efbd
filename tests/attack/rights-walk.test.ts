import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEY_SCOPES, type KeyScope } from '../../contract/api-keys.ts'
import { hasRight, RIGHTS, type Right } from '../../domain/rights.ts'
import { STAFF_TYPES, type StaffType } from '../../domain/staff.ts'
import { makeKey } from '../../server/accounts/auth/api-keys.ts'
import type { Access } from '../../server/accounts/auth/bearer.ts'
import { startPatientSession } from '../../server/accounts/auth/sessions.ts'
import { newToken, tokenHash } from '../../server/accounts/auth/tokens.ts'
import { mintOfferLink } from '../../server/book/waiting-list/offers.ts'
import { mintVisitLink } from '../../server/messages/send/visit-links.ts'
import { PORTAL_TOKEN, startClinic } from '../support/clinic.ts'
import { storeAppointment } from '../support/jobs.ts'
import { storeRegistered } from '../support/registered-patient.ts'

/*
 * Every operation of the OpenAPI document with every type of staff and every kind of token, without exceptions. The
 * expectation comes from the table of rights and from the operation's own declaration (`x-right`).
 */

const TOKENS = ['none', 'unknown', 'portal', 'patient', 'visit', 'offer', 'device'] as const
type Key = `key ${KeyScope}`
type Bearer = (typeof TOKENS)[number] | Key | StaffType
const KEYS = KEY_SCOPES.map((scope): Key => `key ${scope}`)
const BEARERS: readonly Bearer[] = [...TOKENS, ...KEYS, ...STAFF_TYPES]

type Operation = { method: string; path: string; access: Access | undefined; scope: KeyScope | undefined }
type Documented = { 'x-right'?: Access; 'x-scope'?: KeyScope; security: Record<string, string[]>[] }

let clinic: Awaited<ReturnType<typeof startClinic>>
let operations: Operation[]
const ID = '00000000-0000-4000-8000-000000000000'

beforeAll(async () => {
  clinic = await startClinic()
  const { body } = await clinic.call('GET', '/api/openapi.json')
  const paths = body.paths as Record<string, Record<string, Documented>>
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-right': access, 'x-scope': scope }]) => ({
      method: method.toUpperCase(),
      path,
      access,
      scope,
    })),
  )
})
afterAll(() => clinic[Symbol.asyncDispose]())

let made = 0
/** A live token of a kind. */
async function tokenOf(bearer: Bearer): Promise<string | undefined> {
  const { pool } = clinic.database
  const now = clinic.clock.now
  const name = `u${made++}`
  switch (bearer) {
    case 'none':
      return undefined
    case 'unknown':
      return newToken()
    case 'portal':
      return PORTAL_TOKEN
    case 'patient': {
      const { id } = await storeRegistered(pool, { clinicId: name, rawId: name })
      return startPatientSession(pool, id, now)
    }
    case 'visit': {
      const appointmentId = await storeAppointment(pool, { status: 'cancelled' })
      const contactKey = 'ada.secret@example.com'
      return `visit:${await mintVisitLink(pool, { appointmentId, messageId: ID, contactKey, now })}`
    }
    case 'offer':
      return `offer:${await offeredToken(pool)}`
    case 'device': {
      const token = newToken()
      await pool.query(
        `INSERT INTO devices (id, name, token_hash, registered_at) VALUES (gen_random_uuid(), 'Desk', $1, $2)`,
        [tokenHash(token), now],
      )
      return token
    }
    default: {
      if (isKey(bearer)) return keyWith(scopeOf(bearer), now)
      const doctorId = bearer === 'doctor' ? 'fct-musa' : null
      const staff = { username: name, type: bearer, locations: ['fct'], doctorId }
      return (await clinic.signedIn(staff)).token
    }
  }
}

/** The token of an offer to a person without an appointment. */
async function offeredToken(pool: typeof clinic.database.pool): Promise<string> {
  const { id: patientId, email } = await storeRegistered(pool, { clinicId: `o${made}`, rawId: `o${made}` })
  const { rows } = await pool.query(
    `WITH entry AS (
       INSERT INTO waiting_entries (patient_id, location, minutes, from_day, to_day, language, created_at)
       VALUES ($1, 'fct', 30, '2030-03-04', '2030-03-08', 'en', now()) RETURNING id
     ), freed AS (
       INSERT INTO freed_times (location, starts_at, ends_at) VALUES ('fct', now(), now() + interval '1 hour') RETURNING id
     )
     INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until)
     SELECT gen_random_uuid(), entry.id, freed.id, 'fct', 'fct-musa', now(), now(), now(), now() FROM entry, freed RETURNING id`,
    [patientId],
  )
  return mintOfferLink(pool, rows[0].id, email)
}

async function keyWith(scope: KeyScope, now: Date): Promise<string> {
  const wanted = { name: scope, scopes: [scope], locations: ['fct'], expiresAt: null }
  const { id: by } = await clinic.signedIn({ username: `u${made++}` })
  const key = await makeKey(clinic.database.pool, wanted, { by, now, limits: false })
  return key === 'too_many' ? '' : key.key
}

const isKey = (bearer: Bearer): bearer is Key => (KEYS as readonly string[]).includes(bearer)
const scopeOf = (key: Key) => key.slice('key '.length) as KeyScope
const isStaff = (bearer: Bearer): bearer is StaffType => (STAFF_TYPES as readonly string[]).includes(bearer)
const isRight = (access: Access): access is Right => (RIGHTS as readonly string[]).includes(access)

/** 401, 403, or 'in': past the guard, whatever is then said of the input. */
function expected({ access, scope }: Operation, bearer: Bearer): 401 | 403 | 'in' {
  if (access === undefined || access === 'anyone') return 'in'
  if (isKey(bearer)) {
    if (scope === undefined) return 401
    return scope === scopeOf(bearer) ? 'in' : 403
  }
  if (access === 'key') return 401
  if (access === 'device') return bearer === 'device' ? 'in' : 401
  if (access === 'visit') return bearer === 'visit' ? 'in' : 401
  if (access === 'offer') return bearer === 'offer' ? 'in' : 401
  if (
    bearer === 'visit' ||
    bearer === 'offer' ||
    bearer === 'none' ||
    bearer === 'unknown' ||
    bearer === 'device'
  )
    return 401
  if (access === 'public') return 'in'
  if (bearer === 'portal') return 403
  if (access === 'session') return 'in'
  if (access === 'patient') return bearer === 'patient' ? 'in' : 403
  return isRight(access) && isStaff(bearer) && hasRight({ type: bearer }, access) ? 'in' : 403
}

/** The body matches no schema: a permitted caller gets that error, and nothing is changed. */
async function asked({ method, path }: Operation, token: string | undefined): Promise<401 | 403 | 'in'> {
  const address = `/api${path.replaceAll(/\{id\}/g, ID).replace('{location}', 'fct')}`
  const input = method === 'GET' ? undefined : '{"\\u0000"'
  const { app } = clinic
  const response = await app.request(
    address,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(input !== undefined && { body: input }),
    },
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  )
  await response.body?.cancel()
  return response.status === 401 || response.status === 403 ? response.status : 'in'
}

it('every operation declares who may call it, and there is no list of exceptions', () => {
  expect(operations.filter(({ access }) => access === undefined)).toEqual([])
  expect(operations.length).toBeGreaterThan(40)
})

/**
 * Written by hand, since what an operation says of itself would be believed by the walk below: a route of the audit trail
 * that names the right to one's own account is as consistent as any other.
 */
const AREAS: readonly [path: RegExp, Access][] = [
  [/^\/clinic$/, 'anyone'],
  [/^\/audit(?:\/|$)/, 'audit'],
  [/^\/flood(?:\/|$)/, 'flood'],
  [/^\/api-keys(?:\/|$)/, 'apiKeys'],
  [/^\/staff(?:\/|$)/, 'staff.write'],
  [/^\/patients\/import$/, 'patients.import'],
  [/^\/appointments\/\{location\}\/export$/, 'export'],
  [/^\/appointments\/\{location\}$/, 'book.read'],
  [/^\/devices$/, 'devices'],
  [/^\/events$/, 'book.read'],
  [/^\/todo(?:\/|$)/, 'book.write'],
  [/^\/patient$/, 'patient'],
  [/^\/visit(?:\/|$)/, 'visit'],
  [/^\/offer(?:\/|$)/, 'offer'],
  [/^\/waiting-list(?:\/\{id\})?$/, 'book.write'],
  [/^\/waiting-list\/me(?:\/|$)/, 'patient'],
  [/^\/auth\/(?:sessions|factors|prove|profile|change-password)(?:\/|$)/, 'account'],
]

const fhirCalls = (type: string) => [`GET /fhir/${type}`, `GET /fhir/${type}/{id}`]

/** By hand as well: what a key of each scope opens, and nothing else. */
const OPENED: Record<KeyScope, readonly string[]> = {
  'appointments.read': ['POST /appointments/{location}'],
  'overview.read': ['GET /overview'],
  'fhir.read': ['Appointment', 'Slot', 'Schedule', 'Practitioner', 'Location'].flatMap(fhirCalls),
  'fhir.patient': fhirCalls('Patient'),
}

it.each(KEY_SCOPES)('a key with %s opens these calls, and the API document lists them', async (wanted) => {
  const { body } = await clinic.call('GET', '/api/openapi.json')
  const found = Object.entries(body.paths as Record<string, Record<string, Documented>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.some(({ apiKey }) => apiKey?.includes(wanted)))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(found).toEqual(OPENED[wanted])
})

it.each(AREAS)('%s is for %s', (area, access) => {
  const there = operations.filter(({ path }) => area.test(path))
  expect(there.length).toBeGreaterThan(0)
  expect(there.filter((operation) => operation.access !== access)).toEqual([])
})

describe.each(BEARERS)('%s', (bearer) => {
  it('is admitted where the table says so, and nowhere else', async () => {
    const found: string[] = []
    const wanted: string[] = []
    let token = await tokenOf(bearer)
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path} (${operation.access})`
      wanted.push(`${name} ${expected(operation, bearer)}`)
      const answer = await asked(operation, token)
      found.push(`${name} ${answer}`)
      // Some changes end the session.
      if (answer === 'in' && operation.method !== 'GET') token = await tokenOf(bearer)
    }
    expect(found).toEqual(wanted)
  })
})
