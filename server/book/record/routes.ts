import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import {
  CorrectPatient,
  MergeVisitor,
  NewNote,
  NewPatient,
  PATIENT_RESULTS,
  type PatientRecord,
  PatientRecordAnswer,
  type PatientResult,
  PatientResultsAnswer,
  SearchPatients,
  TODAY_PATIENTS,
} from '../../../contract/patients.ts'
import { IdParam, IfMatch } from '../../../contract/versions.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import type { Reach } from '../../../domain/rights.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { requireDeskProof } from '../../accounts/auth/fresh-proof.ts'
import {
  asHit,
  dayAround,
  HIT_COLUMNS,
  type HitRow,
  searchPatients,
  visitsOfHit,
} from '../../patients/records/search.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { addNote, addPatient, correctPatient, joinVisitor } from './correct.ts'
import { openRecord, readRecord } from './record.ts'

const TAGS = ['Patients']
const UNKNOWN = "This patient doesn't exist."
const STALE = 'Someone else just changed this record.'
const NOT_TO_JOIN =
  "These records can't be merged. One must be a registered patient and the other a visitor who isn't merged yet."

/** Patients' records, within the right's reach. One that may not be opened does not exist for the caller. */
export function patientRoutes(context: AccountsContext) {
  const { pool, now, allow } = context
  const { by, opened, recordOf } = recordCalls(context)

  return new Hono()
    .post(
      '/patients',
      describeRoute({
        summary: 'Add a registered patient',
        description: 'The same Idempotency-Key with the same body adds one.',
        tags: TAGS,
        responses: answers(201, PatientRecordAnswer, [400, 401, 403, 409, 413, 503]),
      }),
      allow.to('patients.write'),
      parsed('header', KeyHeader),
      parsed('json', NewPatient),
      async (c) => {
        const patient = c.req.valid('json')
        const call = { caller: c.var.staff.id, body: patient }
        const added = await createOnce(c, pool, call, async (db) => {
          const id = await addPatient(db, patient, by(c))
          return id === null ? null : { id }
        })
        if (added === null) throw invalidInput({ clinicId: 'clinic_id_taken' })
        return c.json({ success: true as const, data: await recordOf(c, added.id) }, 201)
      },
    )
    .get(
      '/patients/:id',
      describeRoute({
        summary: 'A record with visits, notes, messages, and who may be the same person',
        description:
          'Open to who has a visit of it within reach, has found it by a whole phone number, email address or clinic id, or has ' +
          'added it, in the last 12 hours. Visits elsewhere have date and location alone.',
        tags: TAGS,
        responses: answers(200, PatientRecordAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('patients.read'),
      parsed('param', IdParam),
      async (c) => {
        const id = await opened(c, c.req.valid('param').id)
        return c.json({ success: true as const, data: await recordOf(c, id) }, 200)
      },
    )
    .patch(
      '/patients/:id',
      describeRoute({
        summary: 'Correct a record',
        description:
          'Only what is given changes; null takes it away. An email address or a phone number needs a fresh proof, or a PIN of ' +
          'the last 10 minutes at a tablet. With If-Match only the version that was read. A corrected contact gets ' +
          'messages at once, and one-time codes after 24 hours and a notice to the old one; where there was none, at once. ' +
          '`data` of a 409 is the record as it is.',
        tags: TAGS,
        responses: answers(200, PatientRecordAnswer, [400, 401, 403, 404, 409, 413, 503]),
      }),
      allow.to('patients.write', { proof: 'partly' }),
      parsed('param', IdParam),
      parsed('header', IfMatch),
      parsed('json', CorrectPatient),
      async (c) => {
        const id = await opened(c, c.req.valid('param').id)
        const version = c.req.valid('header')['if-match'] ?? null
        const change = c.req.valid('json')
        // Codes and links to appointments go to it.
        const isContact = change.email !== undefined || change.phoneNumber !== undefined
        if (isContact) requireDeskProof(c.var.session, now())
        const outcome = await correctPatient(pool, id, version, change, by(c))
        if (outcome === 'unknown') throw new HttpFailure('not_found', UNKNOWN)
        const data = await recordOf(c, id)
        if (outcome === 'stale') throw new HttpFailure('stale_version', STALE, { data })
        return c.json({ success: true as const, data }, 200)
      },
    )
    .post(
      '/patients/:id/notes',
      describeRoute({
        summary: 'Write a note for colleagues',
        description: 'The same Idempotency-Key with the same body writes one.',
        tags: TAGS,
        responses: answers(201, PatientRecordAnswer, [400, 401, 403, 404, 409, 413, 503]),
      }),
      allow.to('patients.notes'),
      parsed('param', IdParam),
      parsed('header', KeyHeader),
      parsed('json', NewNote),
      async (c) => {
        const id = await opened(c, c.req.valid('param').id)
        const note = c.req.valid('json')
        const call = { caller: c.var.staff.id, body: note }
        await createOnce(c, pool, call, async (db) => {
          await addNote(db, id, note.text, by(c))
          return {}
        })
        return c.json({ success: true as const, data: await recordOf(c, id) }, 201)
      },
    )
    .route('/', joiningRoute(context, true))
    .route('/', joiningRoute(context, false))
}

/** Merges two records, or unlinks them again. */
function joiningRoute(context: AccountsContext, joins: boolean) {
  const { pool, allow } = context
  const { opened, recordOf } = recordCalls(context)
  return new Hono().post(
    `/patients/:id/${joins ? 'join' : 'part'}`,
    describeRoute({
      summary: joins ? 'Join the record of a visitor' : 'Part the record of a visitor again',
      description:
        'By hand, never by a guess. Needs a fresh proof, or a PIN of the last 10 minutes at a tablet. Each appointment keeps the record and the contact that it was booked with, so that ' +
        'parting restores all of it. Answers the record.',
      tags: TAGS,
      responses: answers(200, PatientRecordAnswer, [400, 401, 403, 404, 409, 413, 503]),
    }),
    allow.to('patients.join', { proof: 'desk' }),
    parsed('param', IdParam),
    parsed('json', MergeVisitor),
    async (c) => {
      const id = await opened(c, c.req.valid('param').id)
      const { visitor } = c.req.valid('json')
      const isDone = await joinVisitor(pool, id, visitor, {
        staffId: c.var.staff.id,
        reach: c.var.reach,
        joins,
      })
      if (!isDone) throw new HttpFailure('stale_version', NOT_TO_JOIN, { data: await recordOf(c, id) })
      return c.json({ success: true as const, data: await recordOf(c, id) }, 200)
    },
  )
}

function recordCalls({ pool, clinic, now, trail }: AccountsContext) {
  const by = (c: Context) => ({ staffId: c.var.staff.id, country: clinic.country, now: now() })

  /** @throws HttpFailure 404 */
  async function opened(c: Context, id: string): Promise<string> {
    const found = await openRecord(pool, id, { staffId: c.var.staff.id, reach: c.var.reach })
    if (found === null) throw new HttpFailure('not_found', UNKNOWN)
    return found
  }

  /** The record as it is, which is a read of it. */
  async function recordOf(c: Context, id: string): Promise<PatientRecord> {
    const record = await readRecord(pool, id, { clinic, reach: c.var.reach, now: now() })
    if (!record) throw new HttpFailure('not_found', UNKNOWN)
    const others = [...record.joined, ...record.maybeSame, ...record.sharing]
    await trail.recordOpened(
      c,
      id,
      others.map((one) => one.id),
    )
    return record
  }

  return { by, opened, recordOf }
}

/** GET /patients/today: today's patients. POST /patients/search: patients by a name, a number or a contact. */
export function patientSearchRoute({ pool, clinic, now, allow, trail }: AccountsContext) {
  return new Hono()
    .get(
      '/patients/today',
      describeRoute({
        summary: 'The patients who come today, within reach of the right',
        description: `At most ${TODAY_PATIENTS}, the earliest visit first, cancelled ones left out. Read as the day is.`,
        tags: ['Patients'],
        responses: answers(200, PatientResultsAnswer, [401, 403, 503]),
      }),
      allow.to('patients.read'),
      async (c) => {
        const at = now()
        const { hits, appointments } = await patientsOfToday(pool, { clinic, reach: c.var.reach, now: at })
        const day = clinicDate(at, clinic.timeZone)
        const question = { of: 'patients', from: day, to: day }
        await trail.listed(c, { location: ALL_LOCATIONS, question, ids: appointments })
        return c.json({ success: true as const, data: hits }, 200)
      },
    )
    .post(
      '/patients/search',
      describeRoute({
        summary: 'Registered patients and earlier visitors by what is known of them',
        description:
          `At most ${PATIENT_RESULTS}, the likeliest first, without a count. Beginnings of parts of a name, a part of a phone number of four digits or ` +
          'more, and the beginning of an email address find who has a visit within reach of the right; a whole phone number, ' +
          'email address or clinic id finds everybody, and opens the record for the rest of the day. With a `day` each hit has ' +
          'the times of its visits on it (`onDay`).',
        tags: ['Patients'],
        responses: answers(200, PatientResultsAnswer, [400, 401, 403, 413, 503]),
      }),
      allow.to('patients.read'),
      parsed('json', SearchPatients),
      async (c) => {
        const { search, day } = c.req.valid('json')
        const { hits, exact } = await searchPatients(
          pool,
          { search, day },
          { clinic, reach: c.var.reach, now: now() },
        )
        await trail.found(c, { search, patients: hits.map(({ id }) => id), exact })
        return c.json({ success: true as const, data: hits }, 200)
      },
    )
}

/**
 * Today's patients, within reach: the earliest appointment first, each record once, a merged visitor's as the
 * patient's.
 * @returns the patients, and the ids of the appointments that name them
 */
async function patientsOfToday(
  pool: Pick<Pool, 'query'>,
  { clinic, reach, now }: { clinic: Pick<Clinic, 'timeZone'>; reach: Reach; now: Date },
): Promise<{ hits: PatientResult[]; appointments: string[] }> {
  const { from, to } = dayAround(now, clinic.timeZone)
  const { rows } = await pool.query<HitRow & { appointment: string }>(
    `WITH coming AS (
       SELECT DISTINCT ON (coalesce(p.joined_to, p.id)) coalesce(p.joined_to, p.id) AS id, own.id AS appointment, own.starts_at
       FROM appointments own JOIN patients p ON p.id = own.patient_id
       WHERE own.starts_at >= $2 AND own.starts_at < $3 AND own.status <> 'cancelled' AND p.id <> $1
         AND ($5::text[] IS NULL OR own.location = ANY ($5)) AND ($6::text IS NULL OR own.doctor_id = $6)
       ORDER BY coalesce(p.joined_to, p.id), own.starts_at, own.id
     )
     SELECT ${HIT_COLUMNS}, coming.appointment, visit.latest AS "lastVisit", visit.next AS "nextVisit",
       coming.starts_at AS today, visit.missed AS "noShows"
     FROM (SELECT * FROM coming ORDER BY starts_at, id LIMIT ${TODAY_PATIENTS}) AS coming JOIN patients p ON p.id = coming.id,
       ${visitsOfHit(['$4', '$2', '$3'])}
     ORDER BY coming.starts_at, "lastName", "firstName", p.id`,
    [ERASED_PATIENT_ID, from, to, now, reach.locations, reach.doctorId],
  )
  return {
    hits: rows.map((row) => asHit(row, clinic.timeZone)),
    appointments: rows.map(({ appointment }) => appointment),
  }
}
