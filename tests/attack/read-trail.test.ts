import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEY_SCOPES } from '../../contract/api-keys.ts'
import { STAFF_TYPES } from '../../domain/staff.ts'
import { LEFT_OUT } from '../../server/accounts/audit/details.ts'
import { makeKey } from '../../server/accounts/auth/api-keys.ts'
import { startPatientSession } from '../../server/accounts/auth/sessions.ts'
import { newToken, tokenHash } from '../../server/accounts/auth/tokens.ts'
import { mintOfferLink } from '../../server/book/waiting-list/offers.ts'
import { mintVisitLink } from '../../server/messages/send/visit-links.ts'
import { PORTAL_TOKEN, startClinic } from '../support/clinic.ts'
import { type Seed, seedOf } from './walk.fixture.ts'

/*
 * Every operation of the OpenAPI document as every kind of caller: where an answer names a patient, the audit trail has
 * an entry of that caller for that patient; and a caller outside of staff sees only themselves.
 */

type Clinic = Awaited<ReturnType<typeof startClinic>>
type Sent = {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
/** @param staff id of the account that asks, if it is one */
type Input = (seed: Seed, staff: string) => Promise<Sent> | Sent

const TODAY = '2030-03-04'
const nothing: Input = () => ({})
const aBody =
  (body: unknown): Input =>
  () => ({ body })
const anyId: Input = () => ({ path: { id: randomUUID() }, body: {} })

const dayOf = (startsAt: Date) => startsAt.toISOString().slice(0, 10)
/** In the clinic, which is an hour ahead. */
const timeOf = (startsAt: Date) => new Date(startsAt.getTime() + 3_600_000).toISOString().slice(11, 16)
const at = (startsAt: Date) => ({ appointment_date: dayOf(startsAt), start_time: timeOf(startsAt) })

const desk = (startsAt: Date, patient: unknown, more: object = {}) => ({
  ...{ location: 'fct', doctor: 'fct-musa', channel: 'phone', patient, ...at(startsAt), ...more },
})
const stranger = { firstName: 'Someone', lastName: 'Else', phoneNumber: '0809 999 9999' }
const oneTime = (startsAt: Date) => ({
  description: 'Stock-taking',
  type: 'One Time',
  startDateTime: startsAt.toISOString(),
  endDateTime: new Date(startsAt.getTime() + 3_600_000).toISOString(),
  location: 'fct',
  doctorId: 'fct-musa',
})
const LATE = { location: 'fct', doctorId: 'fct-musa', minutes: 30 }
const aBlocker = async (seed: Seed) => {
  const [row] = await seed.query<{ id: string }>(
    `INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates, location, doctor_id)
     VALUES (gen_random_uuid(), 'Away', 'One Time', '2030-03-04T08:00:00Z', '2030-03-04T16:00:00Z', '{}', '{}', 'fct', 'fct-musa') RETURNING id`,
    [],
  )
  return row?.id ?? ''
}
const visit = async (seed: Seed) => ({ path: { id: (await seed.visit()).id } })
const changed =
  (body: object): Input =>
  async (seed) => ({ ...(await visit(seed)), body })

/** What each operation is asked. One that isn't here fails the walk. */
const INPUTS: Record<string, readonly Input[]> = {
  'POST /patients/import': [
    () => ({
      body: 'clinic_id,first_name,last_name\nIMP-1,Imported,Person\n',
      headers: { 'content-type': 'text/csv' },
    }),
    // A line with the clinic id of another person.
    async (seed) => {
      const id = await seed.person()
      const [row] = await seed.query<{ clinic: string }>(
        'SELECT clinic_id AS clinic FROM patients WHERE id = $1',
        [id],
      )
      const body = `clinic_id,first_name,last_name,birth_date\n${row?.clinic},X,Y,not a day\n`
      return { body, headers: { 'content-type': 'text/csv' } }
    },
  ],
  'PUT /fetch/services': [aBody({ location: 'fct' })],
  'PATCH /fetch/doctors': [aBody({ location: 'fct' })],
  'GET /availability/next': [() => ({ query: { location: 'fct' } })],
  'GET /availability': [() => ({ query: { location: 'fct', from: '2030-03-05', to: '2030-03-12' } })],
  'POST /appointments/book': [
    async (seed) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        surname: 'Somebody',
        other_names: 'New',
        email: `${randomUUID()}@example.com`,
        phone_number: '0809 888 7777',
        age: 30,
        gender: 'female',
        nationality: 'nigeria',
        location: 'fct',
        appointmentType: 'consultation',
        serviceText: 'Tooth Pain',
        doctor_id: 'fct-okafor',
        ...at(new Date(seed.nextTime('fct-okafor'))),
      },
    }),
  ],
  'POST /appointments/desk': [
    // A colleague has sent the same request before.
    async (seed) => {
      const body = desk(new Date(seed.nextTime('fct-musa')), { id: (await seed.visit()).patientId })
      const colleague = await clinic.signedIn({
        username: `w${made++}`,
        type: 'reception',
        locations: ['fct'],
      })
      const headers = { 'idempotency-key': randomUUID() }
      const noted = { ...body, notedBy: colleague.id }
      await clinic.call('POST', '/api/appointments/desk', noted, { ...colleague.bearer, ...headers })
      return { body: noted, headers }
    },
    async (seed) => ({
      body: desk(new Date(seed.nextTime('fct-musa')), { id: (await seed.visit()).patientId }),
    }),
    async (seed) => ({ body: desk((await seed.visit()).startsAt, stranger) }),
    async (seed) => {
      const { patientId, startsAt } = await seed.visit()
      return { body: desk(startsAt, { id: patientId }, { doctor: 'fct-danjuma' }) }
    },
    async (seed) => {
      const { registered, visitor } = await seed.namesakes()
      return { body: desk(visitor.startsAt, { id: registered.patientId }, { doctor: 'fct-danjuma' }) }
    },
  ],
  'POST /appointments/desk/series': [
    async (seed) => {
      const first = desk(seed.seriesTime(), { id: (await seed.visit()).patientId }, { doctor: 'fct-danjuma' })
      return { body: { first, everyWeeks: 1, visits: 2 } }
    },
    async (seed) => ({
      body: { first: desk((await seed.visit()).startsAt, stranger), everyWeeks: 52, visits: 2 },
    }),
    async (seed) => {
      const { patientId, startsAt } = await seed.visit()
      return {
        body: {
          first: desk(startsAt, { id: patientId }, { doctor: 'fct-danjuma' }),
          everyWeeks: 52,
          visits: 2,
        },
      }
    },
  ],
  'POST /appointments/late': [aBody(LATE)],
  'POST /appointments/late/messages': [
    async (seed) => {
      const rows = await seed.query<{ id: string }>(
        `SELECT id FROM appointments WHERE starts_at::date = $1 AND doctor_id = 'fct-musa'`,
        [TODAY],
      )
      return { body: { ...LATE, ids: rows.map(({ id }) => id) } }
    },
  ],
  'GET /appointments/without-outcome': [nothing],
  'POST /appointments/{location}': [
    () => ({ path: { location: 'all' }, query: { limit: '100' }, body: {} }),
    () => ({ path: { location: 'fct' }, query: { from: TODAY, to: '2030-03-12', all: '1' }, body: {} }),
    () => ({ path: { location: 'all' }, body: { search: 'okeke' } }),
    () => ({ path: { location: 'all' }, query: { status: 'cancelled', cancelled: '1' }, body: {} }),
  ],
  'POST /appointments/{location}/export': [
    () => ({ path: { location: 'fct' }, body: {} }),
    () => ({ path: { location: 'fct' }, body: { search: 'okeke' } }),
  ],
  'GET /appointments/{id}': [visit],
  'PATCH /appointments/{id}': [
    changed({ isOpen: false }),
    changed({ isOpen: true }),
    changed({ status: 'cancelled', reason: 'Ill' }),
    // One that is over, or was cancelled: refused, with the row.
    async (seed) => ({
      path: { id: (await seed.visit({ status: 'cancelled' })).id },
      body: { isOpen: false },
    }),
    async (seed) => ({ ...(await visit(seed)), body: { isOpen: false }, headers: { 'if-match': '"7"' } }),
    changed({ visit: 'done' }),
    async (seed) => ({
      path: { id: (await seed.visitToday()).id },
      body: { visit: 'arrived' },
    }),
    async (seed) => ({ ...(await visit(seed)), body: { move: at(new Date(seed.nextTime('fct-musa'))) } }),
    // A colleague has sent the same move before.
    async (seed) => {
      const { id } = await seed.visit()
      const move = { move: at(new Date(seed.nextTime('fct-musa'))) }
      const colleague = await clinic.signedIn({
        username: `w${made++}`,
        type: 'reception',
        locations: ['fct'],
      })
      const headers = { 'idempotency-key': randomUUID() }
      await clinic.call('PATCH', `/api/appointments/${id}`, move, { ...colleague.bearer, ...headers })
      return { path: { id }, body: move, headers }
    },
    // The slot is taken.
    async (seed) => ({ ...(await visit(seed)), body: { move: at((await seed.visit()).startsAt) } }),
    // Outside of the hours.
    async (seed) => ({
      ...(await visit(seed)),
      body: { move: { appointment_date: '2030-03-13', start_time: '20:00' } },
    }),
    // The same person has it, with another doctor, and by another record.
    async (seed) => {
      const [one, other] = [await seed.visit(), new Date(seed.nextTime('fct-danjuma'))]
      await seed.visit({ patientId: one.patientId, startsAt: other.toISOString(), doctor: 'phc-briggs' })
      return { path: { id: one.id }, body: { move: { ...at(other), doctor: 'fct-danjuma' } } }
    },
    async (seed) => {
      const { registered, visitor } = await seed.namesakes()
      return {
        path: { id: registered.id },
        body: { move: { ...at(visitor.startsAt), doctor: 'fct-danjuma' } },
      }
    },
    // A no-show whose slot was given to another patient since.
    async (seed) => {
      const { id, startsAt } = await seed.visitToday()
      await seed.query(`UPDATE appointments SET visit = 'no_show', no_show_at = $2 WHERE id = $1`, [
        id,
        '2030-03-04T10:59:00Z',
      ])
      await seed.visit({ startsAt: startsAt.toISOString() })
      return { path: { id }, body: { visit: null } }
    },
  ],
  'POST /auth/signin': [aBody({ username: 'nobody', password: 'wrong' })],
  'GET /auth/session': [nothing],
  'POST /auth/logout': [nothing],
  'GET /token/test': [nothing],
  'POST /auth/prove': [aBody({ password: 'wrong' })],
  'GET /auth/sessions': [nothing],
  'DELETE /auth/sessions': [nothing],
  'DELETE /auth/sessions/{id}': [anyId],
  'POST /auth/ended-sessions': [aBody({ sessions: [randomUUID()] })],
  'POST /auth/lock': [aBody({})],
  'POST /auth/unlock': [aBody({ session: 'x', password: 'wrong' })],
  'POST /auth/forgot-password': [aBody({ email: 'nobody@example.com' })],
  'POST /auth/reset-password': [aBody({ token: 'x', password: 'correct horse battery' })],
  'POST /auth/register': [
    aBody({ invite: 'x', email: 'nobody@example.com', password: 'correct horse battery' }),
  ],
  'POST /auth/factor/code': [aBody({ step: 'x', code: '123456' })],
  'POST /auth/factor/passkey/start': [aBody({})],
  'POST /auth/factor/passkey': [aBody({ step: 'x', response: {} })],
  'POST /auth/enrol/mail': [aBody({ step: 'x' })],
  'POST /auth/enrol/proof': [aBody({ step: 'x', code: '123456' })],
  'POST /auth/enrol/totp/start': [aBody({ step: 'x' })],
  'POST /auth/enrol/totp': [aBody({ step: 'x', code: '123456', name: 'Phone' })],
  'POST /auth/enrol/passkey/start': [aBody({ step: 'x' })],
  'POST /auth/enrol/passkey': [aBody({ step: 'x', name: 'Phone', response: {} })],
  'GET /auth/factors': [nothing],
  'POST /auth/factors/begin': [aBody({})],
  'POST /auth/factors/recovery-codes': [aBody({})],
  'PATCH /auth/factors/{id}': [() => ({ path: { id: randomUUID() }, body: { name: 'Phone' } })],
  'POST /auth/factors/{id}/remove': [anyId],
  'POST /auth/change-password': [aBody({ current: 'wrong', password: 'correct horse battery' })],
  'POST /send-otp/email': [aBody({ emrId: 'ZQ-1', destination: '', location: 'fct', rawId: '' })],
  'POST /send-otp/sms': [aBody({ emrId: 'ZQ-1', destination: '', location: 'fct', rawId: '' })],
  'POST /verify-otp': [aBody({ code: '123456', email: '', rawId: randomUUID() })],
  'GET /patient': [nothing],
  'PUT /auth/profile': [aBody({ username: 'somebody', surname: 'Obi', other_names: 'Ada' })],
  'GET /staff': [nothing],
  'POST /staff/invites': [
    () => ({
      body: {
        email: `${randomUUID()}@example.com`,
        surname: 'Obi',
        other_names: 'Bo',
        type: 'staff',
        locations: ['fct'],
      },
    }),
  ],
  'DELETE /staff/invites/{id}': [anyId],
  'PATCH /staff/{id}': [() => ({ path: { id: randomUUID() }, body: { disabled: true } })],
  'PUT /staff/{id}/access': [
    () => ({ path: { id: randomUUID() }, body: { type: 'staff', locations: ['fct'] } }),
  ],
  'GET /devices': [nothing],
  'POST /devices': [aBody({ name: 'Front desk', locations: ['fct'] })],
  'DELETE /devices/{id}': [anyId],
  'POST /devices/people': [aBody({ device: 'x' })],
  'POST /devices/pin': [(_, staff) => ({ body: { staff: staff || randomUUID(), pin: 'a'.repeat(43) } })],
  'DELETE /devices/{id}/people/{staff}': [() => ({ path: { id: randomUUID(), staff: randomUUID() } })],
  'POST /devices/contact': [() => ({ body: { owner: randomUUID(), lockedOut: false } })],
  'POST /devices/prefetch': [() => ({ body: { owner: randomUUID() } })],
  'GET /auth/providers': [nothing],
  'POST /auth/oidc/start': [aBody({})],
  'GET /auth/oidc/callback': [nothing],
  'POST /auth/oidc/finish': [aBody({ code: 'x', secret: 'x' })],
  'GET /blockers': [nothing],
  'POST /blockers': [() => ({ body: oneTime(new Date('2031-06-03T09:00:00Z')) })],
  'GET /blockers/preview': [
    async (seed) => ({ query: oneTime((await seed.visit()).startsAt) }),
    () => ({
      query: {
        type: 'Weekly',
        recurringDays: '1,2,3,4,5',
        description: '',
        location: 'fct',
        doctorId: 'fct-musa',
      },
    }),
  ],
  'GET /blockers/holidays': [() => ({ query: { year: '2030' } })],
  'PUT /blockers/{id}': [
    async (seed) => ({ path: { id: await aBlocker(seed) }, body: oneTime(new Date('2031-06-03T09:00:00Z')) }),
  ],
  'DELETE /blockers/{id}': [async (seed) => ({ path: { id: await aBlocker(seed) } })],
  'POST /closures': [
    () => ({
      body: {
        location: 'fct',
        doctorId: 'fct-musa',
        from: `${TODAY}T12:00:00+01:00`,
        to: `${TODAY}T16:00:00+01:00`,
        reason: 'Ill',
      },
    }),
  ],
  'POST /closures/{id}/messages': [
    async (seed) => ({
      path: { id: await aBlocker(seed) },
      body: { ids: [(await seed.visitToday()).id] },
    }),
  ],
  'DELETE /closures/{id}': [async (seed) => ({ path: { id: await aBlocker(seed) } })],
  'GET /flood': [nothing],
  'POST /flood/cancel': [async (seed) => ({ body: { ids: [(await seed.visit()).id] } })],
  'GET /todo': [async (seed) => seed.todo().then(() => ({}))],
  'POST /todo/{id}/done': [async (seed) => ({ path: { id: await seed.todo() }, body: { note: 'Called' } })],
  'DELETE /todo/{id}/done': [async (seed) => ({ path: { id: await seed.todo() } })],
  'POST /sms/incoming/twilio': [nothing],
  'POST /sms/incoming/africastalking/{secret}': [() => ({ path: { secret: 'x' } })],
  'GET /visit': [nothing],
  'GET /visit/times': [() => ({ query: { from: '2030-03-12', to: '2030-03-19' } })],
  'POST /visit/confirm': [nothing],
  'POST /visit/cancel': [aBody({ reason: 'Ill' })],
  'POST /visit/keep': [nothing],
  'POST /visit/call-me': [nothing],
  'POST /visit/move': [
    (seed) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: at(new Date(seed.nextTime('fct-musa'))),
    }),
    async (seed) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: at((await seed.visit()).startsAt),
    }),
  ],
  'GET /waiting-list': [
    async (seed) => {
      await seed.waiting()
      await seed.waiting({ appointment: await seed.visit() })
      return {}
    },
  ],
  'POST /waiting-list': [
    async (seed) => ({ body: { appointment: (await seed.visit()).id } }),
    async (seed) => ({ body: { patient: { id: (await seed.visit()).patientId }, location: 'fct' } }),
    () => ({ body: { patient: stranger, location: 'fct' } }),
  ],
  'PATCH /waiting-list/{id}': [
    async (seed) => ({ path: { id: await seed.waiting() }, body: { note: 'Any time' } }),
    async (seed) => ({
      path: { id: await seed.waiting() },
      body: { note: 'Any time' },
      headers: { 'if-match': '"7"' },
    }),
  ],
  'DELETE /waiting-list/{id}': [async (seed) => ({ path: { id: await seed.waiting() } })],
  'PUT /appointments/{id}/recall': [
    async (seed) => {
      const { id } = await seed.visit({ startsAt: seed.pastTime(), status: 'confirmed' })
      return { path: { id }, body: { months: 6 } }
    },
  ],
  'POST /waiting-list/me': [aBody({ location: 'fct' })],
  'DELETE /waiting-list/me/{id}': [anyId],
  'POST /waiting-list/calls/{id}/taken': [async (seed) => ({ path: { id: await seed.offer() } })],
  'POST /waiting-list/calls/{id}/declined': [async (seed) => ({ path: { id: await seed.offer() } })],
  'GET /offer': [nothing],
  'POST /offer/claim': [async (seed) => ({ body: { offer: await seed.offer() } })],
  'POST /visit/claim': [async (seed) => ({ body: { offer: await seed.offer() } })],
  'POST /visit/waiting-list': [aBody({})],
  'DELETE /visit/waiting-list': [nothing],
  'GET /notifications': [nothing],
  'POST /notifications/read': [aBody({ upTo: '2030-03-04T12:00:00Z' })],
  'GET /overview': [() => ({ query: { from: '2030-02-01', to: TODAY } })],
  'GET /audit': [() => ({ query: { limit: '100' } }), () => ({ query: { kind: 'patients', limit: '100' } })],
  'GET /audit/people': [nothing],
  'POST /audit/export': [nothing],
  'GET /webhooks': [nothing],
  'POST /webhooks': [() => ({ body: { url: `https://example.com/${randomUUID()}` } })],
  'PATCH /webhooks/{id}': [() => ({ path: { id: randomUUID() }, body: { isOn: false } })],
  'DELETE /webhooks/{id}': [anyId],
  'POST /webhooks/{id}/secret': [anyId],
  'POST /webhooks/{id}/test': [anyId],
  'GET /webhooks/{id}/deliveries': [anyId],
  'POST /webhooks/{id}/deliveries/{event}/redeliver': [
    () => ({ path: { id: randomUUID(), event: randomUUID() } }),
  ],
  'GET /api-keys': [nothing],
  'POST /api-keys': [aBody({ name: 'Sync', scopes: ['overview.read'], locations: ['fct'], expires: null })],
  'DELETE /api-keys/{id}': [anyId],
  'GET /patients/today': [nothing],
  'POST /patients/search': [
    aBody({ search: 'okeke' }),
    async (seed) => {
      const [row] = await seed.query<{ phone: string }>('SELECT phone FROM patients WHERE id = $1', [
        (await seed.namesakes()).registered.patientId,
      ])
      return { body: { search: row?.phone } }
    },
  ],
  'POST /patients': [
    () => ({ body: { firstName: 'Wholly', lastName: 'New', phoneNumber: '0809 777 6666' } }),
    // The contact and the clinic id are taken.
    async (seed) => {
      const [row] = await seed.query<{ email: string }>('SELECT email FROM patients WHERE id = $1', [
        (await seed.visit()).patientId,
      ])
      return { body: { firstName: 'Wholly', lastName: 'New', email: row?.email } }
    },
    async (seed) => {
      const { patientId } = await seed.visit({ registered: true })
      const [row] = await seed.query<{ clinic: string }>(
        'SELECT clinic_id AS clinic FROM patients WHERE id = $1',
        [patientId],
      )
      return { body: { firstName: 'Wholly', lastName: 'New', email: 'n@example.com', clinicId: row?.clinic } }
    },
  ],
  'GET /patients/{id}': [
    async (seed) => ({ path: { id: (await seed.visit({ registered: true })).patientId } }),
    async (seed) => ({ path: { id: (await seed.namesakes()).registered.patientId } }),
  ],
  'PATCH /patients/{id}': [
    async (seed) => ({ path: { id: (await seed.namesakes()).registered.patientId }, body: { title: 'Dr' } }),
    async (seed) => ({
      path: { id: (await seed.namesakes()).registered.patientId },
      body: { title: 'Dr' },
      headers: { 'if-match': '"7"' },
    }),
  ],
  'POST /patients/{id}/notes': [
    async (seed) => ({
      path: { id: (await seed.namesakes()).registered.patientId },
      body: { text: 'Anxious' },
    }),
  ],
  'POST /patients/{id}/join': [
    async (seed) => {
      const { registered, visitor } = await seed.namesakes()
      return { path: { id: registered.patientId }, body: { visitor: visitor.patientId } }
    },
    async (seed) => {
      const [one, other] = [await seed.visit({ registered: true }), await seed.visit({ registered: true })]
      return { path: { id: one.patientId }, body: { visitor: other.patientId } }
    },
  ],
  'POST /patients/{id}/part': [
    async (seed) => {
      const { registered, visitor } = await seed.namesakes()
      await seed.query('UPDATE patients SET joined_to = $1 WHERE id = $2', [
        registered.patientId,
        visitor.patientId,
      ])
      return { path: { id: registered.patientId }, body: { visitor: visitor.patientId } }
    },
  ],
  'GET /privacy': [nothing],
  'GET /clinic': [nothing],
  'GET /unsubscribe/{token}': [() => ({ path: { token: 'x' } })],
  'POST /unsubscribe/{token}': [() => ({ path: { token: 'x' } })],
  'GET /events': [nothing],
  'GET /feeds': [nothing],
  'POST /feeds': [aBody({ location: 'fct', names: true }), aBody({ doctorId: 'fct-musa', names: true })],
  'DELETE /feeds/{id}': [anyId],
  'GET /fhir/metadata': [nothing],
  'GET /fhir/Appointment': [nothing, () => ({ query: { date: 'ge2030-03-12', _count: '100' } })],
  'GET /fhir/Appointment/{id}': [visit],
  'GET /fhir/Slot': [() => ({ query: { schedule: 'Schedule/fct-musa.fct' } })],
  'GET /fhir/Slot/{id}': [() => ({ path: { id: 'x' } })],
  'GET /fhir/Schedule': [nothing],
  'GET /fhir/Schedule/{id}': [() => ({ path: { id: 'fct-musa.fct' } })],
  'GET /fhir/Practitioner': [nothing],
  'GET /fhir/Practitioner/{id}': [() => ({ path: { id: 'fct-musa' } })],
  'GET /fhir/Location': [nothing],
  'GET /fhir/Location/{id}': [() => ({ path: { id: 'fct' } })],
  'GET /fhir/Patient': [nothing],
  'GET /fhir/Patient/{id}': [async (seed) => ({ path: { id: (await seed.visit()).patientId } })],
}

/** Answers of these name patients to at least one type of staff here, or the walk would see nothing where there is something. */
const NAMING = [
  'POST /appointments/desk',
  'POST /appointments/desk/series',
  'POST /appointments/late',
  'GET /appointments/without-outcome',
  'POST /appointments/{location}',
  'POST /appointments/{location}/export',
  'GET /appointments/{id}',
  'PATCH /appointments/{id}',
  'GET /blockers/preview',
  'POST /closures',
  'GET /flood',
  'GET /todo',
  'GET /waiting-list',
  'POST /waiting-list',
  'PATCH /waiting-list/{id}',
  'GET /notifications',
  'POST /notifications/read',
  'GET /patients/today',
  'POST /patients/search',
  'GET /patients/{id}',
  'PATCH /patients/{id}',
  'POST /patients/{id}/notes',
  'POST /patients/{id}/join',
  'POST /patients/{id}/part',
]

let clinic: Clinic
let seed: Seed
let operations: string[]

beforeEach(async () => {
  // Noon, so that there are appointments of this morning and of this afternoon.
  clinic = await startClinic({ now: `${TODAY}T12:00:00+01:00` })
  seed = seedOf(clinic.database.pool)
  const { body } = await clinic.call('GET', '/api/openapi.json')
  operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  for (const startsAt of ['08:00', '09:00', '13:00', '14:00']) {
    await seed.visit({ startsAt: `${TODAY}T${startsAt}:00Z`, status: 'confirmed' })
  }
  await seed.visit({ location: 'lag', doctor: 'lag-adeyemi' })
  await seed.query(`UPDATE appointments SET caller = 'network-mark'`, [])
})
afterEach(async () => {
  const texts = await textsInTrail()
  await clinic[Symbol.asyncDispose]()
  expect(texts).toEqual([])
})

/** Entries with a detail of no kind, or a text with blanks in place of a code. */
const textsInTrail = () =>
  seed.query(
    `SELECT action, details FROM audit_log, jsonb_each(details) AS e
     WHERE e.value #>> '{}' = $1 OR e.key NOT IN ('name', 'keyName', 'notedByName', 'list', 'type', 'fields', 'fhir', 'by')
       AND e.value::text ~ '\\s' AND jsonb_typeof(e.value) = 'string'`,
    [LEFT_OUT],
  )

type Caller = {
  bearer: string | undefined
  /** As the trail's entries name it. */
  name: string
  staff: string
  /** A patient who may read their own data. */
  self?: string
}

async function ask(
  operation: string,
  input: Input,
  caller: Caller,
): Promise<{ status: number; text: string }> {
  const [method = '', call = ''] = operation.split(' ')
  const { path = {}, query = {}, body, headers = {} } = await input(seed, caller.staff)
  const address = call.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? name)
  const response = await clinic.app.request(
    `/api${address}?${new URLSearchParams(query)}`,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(caller.bearer !== undefined && { authorization: `Bearer ${caller.bearer}` }),
      },
      ...(body !== undefined &&
        method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
  )
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    // What an export leaves in the trail when it ends.
    await clinic.afterwards.settled()
    return { status: response.status, text }
  }
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return { status: response.status, text: new TextDecoder().decode(value) }
}

/**
 * The patients in a text: for each id, name, address and number in it, the seeded patients who have that. A family
 * shares some.
 * @param isTrail ids alone name no one there, as intended
 */
async function namedIn(text: string, isTrail = false): Promise<string[][]> {
  const people = await seed.query<Record<'id' | 'name' | 'email' | 'phone', string>>(
    `SELECT id, first_name AS name, email, phone FROM patients WHERE first_name LIKE 'Zq%'`,
    [],
  )
  const lower = text.toLowerCase()
  const holders = new Map<string, string[]>()
  for (const { id, name, email, phone } of people) {
    for (const mark of [...(isTrail ? [] : [id]), name.toLowerCase(), email.toLowerCase(), phone]) {
      if (mark !== '' && lower.includes(mark)) holders.set(mark, [...(holders.get(mark) ?? []), id])
    }
  }
  return [...holders.values()]
}

const withoutEntry = (people: string[][], told: ReadonlySet<string>) =>
  people.filter((holders) => !holders.some((id) => told.has(id))).length

/** The patients whom the trail connects with this caller. */
async function writtenFor(name: string): Promise<Set<string>> {
  const rows = await seed.query<{ id: string }>(
    `WITH entries AS (SELECT * FROM audit_log WHERE coalesce(details ->> 'key', staff_id::text) = $1),
     named AS (
       SELECT subject_id AS id FROM entries UNION SELECT e.value FROM entries, jsonb_each_text(details) AS e
       UNION SELECT t.value FROM entries, jsonb_each(details) AS e, jsonb_array_elements_text(
         CASE WHEN jsonb_typeof(e.value) = 'array' THEN e.value ELSE '[]' END) AS t
     )
     SELECT p.id FROM patients p WHERE p.id::text IN (SELECT id FROM named)
     UNION SELECT a.patient_id FROM appointments a WHERE a.id::text IN (SELECT id FROM named)
     UNION SELECT w.patient_id FROM waiting_entries w WHERE w.id::text IN (SELECT id FROM named)
     UNION SELECT a.patient_id FROM todos t JOIN appointments a ON a.id = t.appointment_id
       WHERE t.id::text IN (SELECT id FROM named)
     UNION SELECT a.patient_id FROM appointments a WHERE EXISTS (
       SELECT FROM entries WHERE action = 'appointments.exported' AND subject_id IN ('all', a.location))`,
    [name],
  )
  return new Set(rows.map(({ id }) => id))
}

let made = 0
async function staffOf(type: (typeof STAFF_TYPES)[number]): Promise<Caller> {
  const doctorId = type === 'doctor' ? 'fct-musa' : null
  const { id, token } = await clinic.signedIn({ username: `w${made++}`, type, locations: ['fct'], doctorId })
  return { bearer: token, name: id, staff: id }
}

it('each operation has an input here, and each input an operation', () => {
  expect(operations.toSorted()).toEqual(Object.keys(INPUTS).toSorted())
})

const named = new Set<string>()

describe.each(STAFF_TYPES)('%s', (type) => {
  it('reads no patient without an entry in the audit trail', { timeout: 300_000 }, async () => {
    const untold: string[] = []
    for (const operation of operations) {
      for (const [n, input] of (INPUTS[operation] ?? []).entries()) {
        // Another one for each call, without entries.
        const caller = await staffOf(type)
        const { status, text } = await ask(operation, input, caller)
        const people = await namedIn(text, / \/audit\b/.test(operation))
        if (people.length > 0) named.add(operation)
        const missing = withoutEntry(people, await writtenFor(caller.name))
        if (missing > 0) untold.push(`${operation} (${n}, ${status}): ${missing} of ${people.length}`)
        if (status >= 500 && status !== 503)
          untold.push(`${operation} (${n}): ${status} ${text.slice(0, 200)}`)
      }
    }
    expect(untold).toEqual([])
  })
})

it('every operation that can name patients has named some', () => {
  expect(NAMING.filter((operation) => !named.has(operation))).toEqual([])
})

it.each(KEY_SCOPES)(
  'an API key with %s reads no patient without an entry',
  { timeout: 120_000 },
  async (scope) => {
    const { pool } = clinic.database
    const { id: by } = await clinic.signedIn({ username: `w${made++}` })
    const untold: string[] = []
    for (const operation of operations) {
      for (const [n, input] of (INPUTS[operation] ?? []).entries()) {
        const wanted = { name: 'Sync', scopes: [scope], locations: ['fct'], expiresAt: null }
        await pool.query('DELETE FROM api_keys')
        const key = await makeKey(pool, wanted, { by, now: clinic.clock.now, limits: false })
        if (key === 'too_many') throw new Error('too many keys')
        const { status, text } = await ask(operation, input, { bearer: key.key, name: key.id, staff: '' })
        const people = await namedIn(text)
        const missing = withoutEntry(people, await writtenFor(key.id))
        if (missing > 0) untold.push(`${operation} (${n}, ${status}): ${missing} of ${people.length}`)
      }
    }
    expect(untold).toEqual([])
  },
)

const OTHERS: Record<string, () => Promise<Caller>> = {
  'nobody in particular': async () => ({ bearer: undefined, name: '', staff: '' }),
  'the portal': async () => ({ bearer: PORTAL_TOKEN, name: '', staff: '' }),
  'a verified patient': async () => {
    const { registered } = await seed.namesakes()
    const bearer = await startPatientSession(clinic.database.pool, registered.patientId, clinic.clock.now)
    return { bearer, name: '', staff: '', self: registered.patientId }
  },
  'a visit link': async () => {
    const { visitor } = await seed.namesakes()
    const link = {
      appointmentId: visitor.id,
      messageId: randomUUID(),
      contactKey: 'x',
      now: clinic.clock.now,
    }
    return {
      bearer: `visit:${await mintVisitLink(clinic.database.pool, link)}`,
      name: '',
      staff: '',
      self: visitor.patientId,
    }
  },
  'an offer link': async () => {
    const bearer = `offer:${await mintOfferLink(clinic.database.pool, await seed.offer(), 'x')}`
    return { bearer, name: '', staff: '' }
  },
  'a tablet': async () => {
    const token = newToken()
    await clinic.database.pool.query(
      `INSERT INTO devices (id, name, token_hash, registered_at) VALUES (gen_random_uuid(), 'Desk', $1, $2)`,
      [tokenHash(token), clinic.clock.now],
    )
    return { bearer: token, name: '', staff: '' }
  },
}

it.each(Object.entries(OTHERS))(
  '%s sees the names of no other patient',
  { timeout: 120_000 },
  async (_, callerOf) => {
    const told: string[] = []
    for (const operation of operations) {
      for (const [n, input] of (INPUTS[operation] ?? []).entries()) {
        const caller = await callerOf()
        const { status, text } = await ask(operation, input, caller)
        const people = await namedIn(text)
        const others = people.filter((holders) => !holders.includes(caller.self ?? ''))
        if (others.length > 0) told.push(`${operation} (${n}, ${status}): ${others.length}`)
      }
    }
    expect(told).toEqual([])
  },
)
