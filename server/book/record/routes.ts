import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  CorrectPatient,
  JoinVisitor,
  NewNote,
  NewPatient,
  type PatientRecord,
  PatientRecordAnswer,
} from '../../../contract/patients.ts'
import { IdParam, IfMatch } from '../../../contract/versions.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { requireDeskProof } from '../../accounts/auth/fresh-proof.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { addNote, addPatient, correctPatient, joinVisitor } from './correct.ts'
import { openRecord, readRecord } from './record.ts'

const TAGS = ['Patients']
const UNKNOWN = 'This patient is not there.'
const STALE = 'Someone else has changed this record in the meantime.'
const NOT_TO_JOIN =
  'These records cannot be joined: one is a registered patient, the other a visitor of nobody else.'

/** Patients' records, for whom the right reaches. One that may not be opened is not there. */
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
        // Codes and links to visits go to it.
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

/** Joins two records, or parts them again. */
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
    parsed('json', JoinVisitor),
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
