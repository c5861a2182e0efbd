import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { KEY_SCOPES } from '../../contract/api-keys.ts'
import { makeKey } from '../../server/accounts/auth/api-keys.ts'
import { startPatientSession } from '../../server/accounts/auth/sessions.ts'
import { newToken, tokenHash } from '../../server/accounts/auth/tokens.ts'
import { mintOfferLink } from '../../server/book/waiting-list/offers.ts'
import { mintVisitLink } from '../../server/messages/send/visit-links.ts'
import { securityHeaders } from '../../server/operations/web/security-headers.ts'
import { PORTAL_TOKEN, startClinic, type TestOptions, validBooking } from '../support/clinic.ts'
import { storeAppointment } from '../support/jobs.ts'
import { storeRegistered } from '../support/registered-patient.ts'
import { storeSignedIn } from '../support/staff.ts'
import type { Bearer } from './requests.ts'
import type { Known } from './values.ts'

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
export type Target = Awaited<ReturnType<typeof startTarget>>

const ANSWER_WITHIN_MS = 30_000

/** A server on its own port with its own database and sample data, and every kind of caller. */
export async function startTarget(options: TestOptions = {}) {
  const logged: string[] = []
  const clinic = await startClinic({
    logged,
    web: {
      headers: securityHeaders({ https: true }),
      pages: async (c) => c.text('Not found', 404),
    },
    ...options,
  })
  const { pool } = clinic.database
  const server = serve({ fetch: clinic.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })

  /** Sends one request unchanged. A stream of events is read up to its first part. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      // Node would send the body of a DELETE without framing headers.
      const framed =
        body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
      const outgoing = request(
        { agent, port, host: '127.0.0.1', method, path, headers: framed },
        (incoming) => {
          const chunks: Buffer[] = []
          const done = () => {
            const bytes = Buffer.concat(chunks)
            const isPacked = incoming.headers['content-encoding'] === 'gzip'
            const text = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8')
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
          }
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            if (!/^text\/event-stream/.test(incoming.headers['content-type'] ?? '')) return
            done()
            outgoing.destroy()
          })
          incoming.on('end', done)
          incoming.on('error', reject)
        },
      )
      outgoing.setTimeout(ANSWER_WITHIN_MS, () =>
        outgoing.destroy(new Error(`no answer to ${method} ${path}`)),
      )
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server closes the connection after refusing a body; like a browser, resend what was written to
        // it.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(send(method, path, headers, body))
        else reject(new Error(`${method} ${path.slice(0, 200)} got no answer: ${error.message}`))
      })
      outgoing.end(body)
    })
  }

  /** A live token for each kind of caller; some requests end sessions, so they are renewed in between. */
  async function crew(): Promise<Record<Bearer, string | undefined>> {
    const at = clinic.clock.now
    const username = () => `u${randomUUID().slice(0, 8)}`
    const [admin, reception, staff, patient] = await Promise.all([
      storeSignedIn(pool, at, { username: username() }),
      storeSignedIn(pool, at, { username: username(), type: 'reception', locations: ['fct', 'lag', 'phc'] }),
      storeSignedIn(pool, at, { username: username(), type: 'staff', location: 'fct' }),
      storeRegistered(pool, { clinicId: username(), rawId: username() }),
    ])
    const device = newToken()
    await pool.query(
      `INSERT INTO devices (id, name, token_hash, registered_by, registered_at, state) VALUES ($1, 'Desk', $2, $3, $4, 'active')`,
      [randomUUID(), tokenHash(device), admin.id, at],
    )
    const key = await makeKey(
      pool,
      { name: 'Sync', scopes: KEY_SCOPES, locations: null, expiresAt: null },
      { by: admin.id, now: at, limits: false },
    )
    return {
      none: undefined,
      portal: `Bearer ${PORTAL_TOKEN}`,
      unknown: `Bearer ${newToken()}`,
      odd: 'bearer \u00ff\t; DROP',
      patient: `Bearer ${await startPatientSession(pool, patient.id, at)}`,
      staff: `Bearer ${staff.token}`,
      reception: `Bearer ${reception.token}`,
      admin: `Bearer ${admin.token}`,
      device: `Bearer ${device}`,
      key: `Bearer ${key === 'too_many' ? '' : key.key}`,
      visit: `Bearer visit:${await visitToken()}`,
      offer: `Bearer offer:${await offerToken(patient.id, patient.email)}`,
    }
  }

  /** The link of an appointment that no other request uses: moves and cancellations of it disturb none. */
  async function visitToken(): Promise<string> {
    const appointmentId = await storeAppointment(pool, { status: 'cancelled' })
    const now = clinic.clock.now
    return mintVisitLink(pool, { appointmentId, messageId: randomUUID(), contactKey: 'ada@example.com', now })
  }

  /** The link of an offer to a person without an appointment. */
  async function offerToken(patientId: string, contact: string): Promise<string> {
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
    return mintOfferLink(pool, rows[0].id, contact)
  }

  /** Values for fields that a schema does not determine. */
  async function known(): Promise<Known> {
    for (const start_time of ['09:00', '10:00', '11:30']) await clinic.book({ start_time })
    const admin = await clinic.signedIn({ username: 'fixed.admin' })
    await clinic.call(
      'POST',
      '/api/blockers',
      { description: 'Stock-taking', type: 'Weekly', recurringDays: [3] },
      admin.bearer,
    )
    const ids = async (table: string) =>
      (await pool.query(`SELECT id FROM ${table} LIMIT 8`)).rows.map(({ id }) => String(id))
    const stored = await Promise.all(['appointments', 'blockers', 'staff', 'patients'].map(ids))
    const days = ['2030-03-05', '2030-03-06', '2030-03-07', '2030-03-11', '2030-05-30']
    return {
      id: stored.flat(),
      'id of appointments': stored[0] ?? [],
      'id of blockers': stored[1] ?? [],
      'id of staff': stored[2] ?? [],
      rawId: [randomUUID(), ...(stored[3] ?? [])],
      location: ['fct', 'lag', 'phc', 'all'],
      date: ['2030-03-05', 'ge2030-03-05', 'lt2030-04'],
      _lastUpdated: ['ge2020', '2026-11'],
      _sort: ['date', '_lastUpdated'],
      actor: ['Location/fct', 'Practitioner/fct-musa'],
      schedule: ['Schedule/fct-musa.fct'],
      appointment_date: days,
      from: days,
      to: days,
      start_time: ['09:00', '09:30', '10:00', '14:00', '15:30'],
      email: ['ada@example.com', 'eve@example.com', 'fixed.admin@example.com'],
      phone_number: ['0803 123 4567', '+234 809 765 4321'],
      surname: ['Ada', "N'Okoye", 'Ümit'],
      other_names: ['Obi', 'Eze-Bello'],
      appointmentType: ['consultation'],
      service_id: [validBooking.service_id, null],
      doctor_id: [null],
      doctorId: ['fct-musa', null],
      serviceId: [validBooking.service_id],
      duration: [30, null],
      age: [34, null],
      type: ['One Time', 'Daily', 'Weekly', 'Monthly', 'Yearly', 'admin', 'staff'],
      description: ['Stock-taking'],
      isOpen: [true, false],
      startDateTime: ['2030-03-08T09:00:00+01:00', null],
      endDateTime: ['2030-03-08T12:00:00+01:00', null],
      destination: ['ngozi.eze@example.com', '+2348031234567', 'nobody@example.com'],
      username: ['fixed.admin', 'nobody'],
      password: ['a small green kettle'],
      limit: ['10', '100'],
      page: ['1', '2'],
      'if-match': ['1', '"2"'],
    }
  }

  return {
    ...clinic,
    logged,
    port,
    send,
    crew,
    known,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await clinic[Symbol.asyncDispose]()
    },
  }
}
