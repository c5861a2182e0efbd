import * as v from 'valibot'
import { isClinicDate } from '../domain/clinic-time.ts'
import { answerOf, pageOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'
import { PageQuery } from './lists.ts'

const invalid: FieldMessage = 'invalid'
const dateInvalid: FieldMessage = 'date_invalid'

/** Kinds of entries of the audit trail, as the page offers them. */
export const AUDIT_KINDS = [
  'reads',
  'appointments',
  'blockers',
  'closures',
  'waiting',
  'todo',
  'staff',
  'patients',
  'devices',
  'alarms',
  'server',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** Limit of counted entries; more exist, and a shorter span of days shows them. */
export const AUDIT_COUNTED = 10_000
/** Longest text that names a patient or an appointment. */
const ABOUT_LENGTH = 64

const day = v.optional(
  v.pipe(
    v.string(dateInvalid),
    v.check((text) => text === '' || isClinicDate(text), dateInvalid),
  ),
  '',
)

const filter = {
  /** Id of the staff member who did it, or empty. */
  staff: v.optional(v.union([v.literal(''), v.pipe(v.string(invalid), v.uuid(invalid))], invalid), ''),
  kind: v.optional(v.picklist(['', ...AUDIT_KINDS], invalid), ''),
  /** A reference, a clinic id, or the id of an appointment or a patient's record: ids only, no name. */
  about: v.optional(
    v.pipe(v.string(invalid), v.trim(), v.maxLength(ABOUT_LENGTH, invalid), v.regex(/^[\w./-]*$/, invalid)),
    '',
  ),
  /** Days in clinic time, both included. */
  from: day,
  to: day,
}

const inOrder = ({ from, to }: { from: string; to: string }) => from === '' || to === '' || from <= to

/** GET /audit?staff&kind&about&from&to&page&limit */
export const ListAudit = v.pipe(
  v.object({ ...filter, ...PageQuery }),
  v.forward(v.partialCheck([['from'], ['to']], inOrder, dateInvalid), ['to']),
)
/** POST /audit/export, with the same filter. */
export const ExportAudit = v.pipe(
  v.object(filter),
  v.forward(v.partialCheck([['from'], ['to']], inOrder, dateInvalid), ['to']),
)
export type AuditFilter = v.InferOutput<typeof ExportAudit>

export const AuditRow = v.object({
  id: v.string(),
  /** Instant with offset. */
  at: v.string(),
  /** Null: the server, a tablet, or its operator; `details` says which. The name of a deleted account is empty. */
  by: v.nullable(v.object({ id: v.string(), name: v.string() })),
  action: v.string(),
  subject: v.object({ kind: v.string(), id: v.string() }),
  /** Reference of its appointment, if it exists. */
  reference: v.nullable(v.string()),
  /** Number of appointments in the read list; null where it is no list. */
  seen: v.nullable(v.number()),
  /** Ids, codes and numbers, without the ids of a list. */
  details: v.record(v.string(), v.unknown()),
})
export type AuditRow = v.InferOutput<typeof AuditRow>
export const AuditAnswer = pageOf(AuditRow)

/** GET /audit/people: the possible authors of entries, at most 500. */
export const AuditPeopleAnswer = answerOf(v.array(v.object({ id: v.string(), name: v.string() })))
