import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProofNeeded } from '../../server/accounts/auth/bearer.ts'
import { startClinic } from '../support/clinic.ts'
import { storeRegistered } from '../support/registered-patient.ts'

/*
 * Limits of a session that is open or stolen. Every operation of the OpenAPI document that writes or exports, and that
 * a session of staff may make, either needs a proof of the last 10 minutes or is listed below with a reason.
 */

/** Written by hand: those without a proof, by why they need none. */
const WITHOUT: Record<string, readonly string[]> = {
  'the work of a desk, visit by visit, of which each step is in the trail and can be undone': [
    'POST /appointments/desk',
    'POST /appointments/desk/series',
    'POST /appointments/late',
    'POST /appointments/late/messages',
    'PATCH /appointments/{id}',
    'PUT /appointments/{id}/recall',
    'POST /blockers',
    'PUT /blockers/{id}',
    'DELETE /blockers/{id}',
    'POST /closures',
    'POST /closures/{id}/messages',
    'DELETE /closures/{id}',
    'POST /todo/{id}/done',
    'DELETE /todo/{id}/done',
    'POST /waiting-list',
    'PATCH /waiting-list/{id}',
    'DELETE /waiting-list/{id}',
    'POST /waiting-list/calls/{id}/taken',
    'POST /waiting-list/calls/{id}/declined',
    'POST /notifications/read',
    'POST /patients',
    'POST /patients/{id}/notes',
  ],
  'cancels only what strangers have booked in the last hours, and each of it could be cancelled by itself': [
    'POST /flood/cancel',
  ],
  'reads a page of a list, or a hundred hits': ['POST /appointments/{location}', 'POST /patients/search'],
  'takes away what opens something, which must never wait': [
    'DELETE /staff/invites/{id}',
    'DELETE /devices/{id}',
    'DELETE /devices/{id}/people/{staff}',
    'DELETE /api-keys/{id}',
    'DELETE /feeds/{id}',
    'POST /auth/logout',
    'POST /auth/lock',
  ],
  'takes the password in the body itself': ['POST /auth/prove', 'POST /auth/change-password'],
  'changes names alone': ['PATCH /auth/factors/{id}', 'PUT /auth/profile'],
  'sends an address that an admin has proven themselves for an event without a patient, or again what it had':
    ['POST /webhooks/{id}/test', 'POST /webhooks/{id}/deliveries/{event}/redeliver'],
}
/** By hand as well: the guard and the document are made of the same declaration, and would agree on a missing one. */
const NEEDS: Record<ProofNeeded, readonly string[]> = {
  fresh: [
    'POST /appointments/{location}/export',
    'POST /audit/export',
    'DELETE /auth/sessions',
    'DELETE /auth/sessions/{id}',
    'POST /staff/invites',
    'PUT /staff/{id}/access',
    'POST /devices',
    'POST /feeds',
    'POST /api-keys',
    'POST /webhooks',
    'PATCH /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/secret',
  ],
  desk: ['PATCH /staff/{id}', 'POST /patients/{id}/join', 'POST /patients/{id}/part'],
  partly: [
    'POST /patients/import',
    'PATCH /patients/{id}',
    'POST /devices/people',
    'POST /auth/factors/begin',
    'POST /auth/factors/recovery-codes',
    'POST /auth/factors/{id}/remove',
  ],
}
/** No session of staff makes them: a stranger, a patient, a link, a tablet or another program does. */
const NOT_STAFF = ['public', 'anyone', 'patient', 'visit', 'offer', 'device', 'key']

type Operation = {
  name: string
  method: string
  path: string
  access: string
  proof: ProofNeeded | undefined
}
let clinic: Awaited<ReturnType<typeof startClinic>>
let operations: Operation[]
beforeAll(async () => {
  clinic = await startClinic()
  const { body } = await clinic.call('GET', '/api/openapi.json')
  const paths = body.paths as Record<string, Record<string, { 'x-right': string; 'x-proof'?: ProofNeeded }>>
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-right': access, 'x-proof': proof }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      access,
      proof,
    })),
  )
})
afterAll(() => clinic[Symbol.asyncDispose]())

it('each call of staff that writes or exports needs a fresh proof, or is an exception with a reason', () => {
  const writing = operations.filter(({ method, access }) => method !== 'GET' && !NOT_STAFF.includes(access))
  const without = writing.filter(({ proof }) => proof === undefined).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.values(WITHOUT).flat().toSorted())
})

it.each(Object.keys(NEEDS) as ProofNeeded[])(
  'the API document says which calls need a fresh proof %s',
  (needed) => {
    const found = operations.filter(({ proof }) => proof === needed).map(({ name }) => name)
    expect(found.toSorted()).toEqual(NEEDS[needed].toSorted())
  },
)

const ID = '00000000-0000-4000-8000-000000000000'
describe.each(['admin', 'manager'] as const)(
  'a session of the type %s that was proven 11 minutes ago',
  (type) => {
    it('is refused at each call that needs a fresh proof, whatever it sends', async () => {
      const { bearer, id } = await clinic.signedIn({ username: `of-${type}`, type, locations: ['fct'] })
      const at = new Date(clinic.clock.now.getTime() - 11 * 60_000)
      await clinic.database.pool.query(
        'UPDATE sessions SET proven_at = $2, created_at = $2 WHERE staff_id = $1',
        [id, at],
      )
      for (const name of [...NEEDS.fresh, ...NEEDS.desk]) {
        const [method = '', path = ''] = name.split(' ')
        const address = `/api${path.replaceAll(/\{id\}/g, ID).replace('{location}', 'fct')}`
        const { body } = await clinic.call(method, address, method === 'DELETE' ? undefined : {}, bearer)
        expect([name, body.code]).toEqual([
          name,
          expect.stringMatching(/^(?:fresh_proof_required|forbidden)$/),
        ])
        if (type === 'admin') expect([name, body.code]).toEqual([name, 'fresh_proof_required'])
      }
    })
  },
)

describe('a corrected contact', () => {
  const correct = async (change: object, headers: Record<string, string>) => {
    const { rows } = await clinic.database.pool.query('SELECT id FROM patients WHERE verified LIMIT 1')
    return clinic.call('PATCH', `/api/patients/${rows[0].id}`, change, headers)
  }
  async function receptionist(session: { device?: boolean; began: number; proven: number | null }) {
    const username = `desk${Math.random().toString(36).slice(2, 10)}`
    const { bearer, id } = await clinic.signedIn({ username, type: 'reception', locations: ['fct'] })
    const ago = (minutes: number | null) =>
      minutes === null ? null : new Date(clinic.clock.now.getTime() - minutes * 60_000)
    const { pool } = clinic.database
    const device = session.device
      ? (
          await pool.query(
            `INSERT INTO devices (id, name, token_hash, registered_at) VALUES (gen_random_uuid(), 'Desk', $1, now()) RETURNING id`,
            [username],
          )
        ).rows[0].id
      : null
    await pool.query(
      'UPDATE sessions SET created_at = $2, proven_at = $3, device_id = $4 WHERE staff_id = $1',
      [id, ago(session.began), ago(session.proven), device],
    )
    const { rows } = await pool.query('SELECT id FROM patients WHERE verified LIMIT 1')
    await pool.query(
      `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id) VALUES ($1, 'patient.created', 'patient', $2)`,
      [id, rows[0].id],
    )
    return bearer
  }
  beforeAll(() => storeRegistered(clinic.database.pool, { email: 'ngozi@example.com' }))

  it.each([
    ['with a password typed just now', { began: 60, proven: 5 }, 200],
    ['hours after the sign-in', { began: 60, proven: 60 }, 403],
    ['with a PIN typed just now at a tablet', { device: true, began: 5, proven: null }, 200],
    ['long after the PIN', { device: true, began: 60, proven: null }, 403],
  ])('needs a recent proof: %s', async (_, session, status) => {
    const bearer = await receptionist(session)
    for (const change of [{ email: 'new@example.com' }, { phoneNumber: '0803 999 0000' }, { email: null }]) {
      const answer = await correct(change, bearer)
      expect([change, answer.status]).toEqual([change, status])
      if (status === 403) expect(answer.body.code).toBe('fresh_proof_required')
    }
    expect(await correct({ firstName: 'Ngozi' }, bearer), 'of a name needs none').toMatchObject({
      status: 200,
    })
  })
})
