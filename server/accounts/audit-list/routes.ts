import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  AUDIT_COUNTED,
  AuditAnswer,
  AuditPeopleAnswer,
  type AuditRow,
  ExportAudit,
  ListAudit,
} from '../../../contract/audit.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { clinicDate, isoWithOffset } from '../../../domain/clinic-time.ts'
import { BYTE_ORDER_MARK, csvRows } from '../../../domain/csv.ts'
import { answers } from '../../platform/http/answer.ts'
import { csvAnswer } from '../../platform/http/csv-answer.ts'
import { listAnswer, pageAnswer } from '../../platform/http/json-answer.ts'
import { counted } from '../../platform/http/portions.ts'
import { parsed } from '../../platform/http/validate.ts'
import { audit } from '../audit/audit.ts'
import type { AccountsContext } from '../auth/context.ts'
import { allEntries, listEntries, peopleOf, type StoredEntry } from './repository.ts'

const TAGS = ['Audit']
const FILTER =
  '`about` is a reference, a clinic id, or the id of an appointment, a patient’s record, an account or a tablet: with it ' +
  'also the lists, searches and refreshes come that had the appointment.'

/** The audit list: who did what, and who read whom. For admins. */
export function auditRoutes({ pool, clinic, log, now, allow }: AccountsContext) {
  const { timeZone } = clinic
  const underWay = new Map<string, number>()

  return new Hono()
    .get(
      '/audit',
      describeRoute({
        summary: 'Entries of the audit trail, one page of them, the latest first',
        description: `${FILTER} Counts to ${AUDIT_COUNTED.toLocaleString('en')} and no further.`,
        tags: TAGS,
        responses: answers(200, AuditAnswer, [400, 401, 403, 503]),
      }),
      allow.to('audit'),
      parsed('query', ListAudit),
      async (c) => {
        const { page, limit, ...filter } = c.req.valid('query')
        const { entries, total } = await listEntries(pool, filter, { page, limit }, timeZone)
        const rows = entries.map((entry) => auditRow(entry, timeZone))
        return pageAnswer(c, rows, { page, limit, total })
      },
    )
    .get(
      '/audit/people',
      describeRoute({
        summary: 'By whom entries of the audit trail can be',
        tags: TAGS,
        responses: answers(200, AuditPeopleAnswer, [401, 403, 503]),
      }),
      allow.to('audit'),
      async (c) => listAnswer(c, await peopleOf(pool)),
    )
    .post(
      '/audit/export',
      describeRoute({
        summary: 'Entries of the audit trail as a file, all of them',
        description: `Those that GET /audit finds with the same filter, as CSV with times of the clinic. Needs a fresh proof. ${FILTER}`,
        tags: TAGS,
        responses: {
          ...answers(200, DoneAnswer, [400, 401, 403, 413, 429, 503]),
          200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' as const } } } },
        },
      }),
      allow.to('audit', { proof: 'fresh' }),
      parsed('query', ExportAudit),
      async (c) => {
        const filter = c.req.valid('query')
        const portions = counted(
          underWay,
          c.var.session.tokenHash,
          csvOf(allEntries(pool, filter, timeZone), timeZone),
        )
        return csvAnswer(c, portions, {
          filename: `audit-${clinicDate(now(), timeZone)}.csv`,
          log,
          begun: () =>
            audit(pool, {
              staffId: c.var.staff.id,
              action: 'audit.exported',
              subject: { kind: 'audit', id: 'all' },
              details: filter,
            }),
        })
      },
    )
}

function auditRow(entry: StoredEntry, timeZone: string): AuditRow {
  const { id, at, staffId, name, action, kind, subject, reference, seen, details } = entry
  return {
    id,
    at: isoWithOffset(at, timeZone),
    by: staffId === null ? null : { id: staffId, name },
    action,
    subject: { kind, id: subject },
    reference,
    seen,
    details,
  }
}

const COLUMNS = ['Time', 'Name', 'Username', 'Action', 'Kind', 'Id', 'Reference', 'Appointments', 'Details']

async function* csvOf(
  portions: AsyncGenerator<StoredEntry[], void>,
  timeZone: string,
): AsyncGenerator<string, void> {
  let head = BYTE_ORDER_MARK + csvRows([COLUMNS])
  for await (const rows of portions) {
    const cells = rows.map(({ at, name, username, action, kind, subject, reference, seen, details }) => [
      isoWithOffset(at, timeZone),
      name,
      username,
      action,
      kind,
      subject,
      reference,
      seen,
      JSON.stringify(details),
    ])
    yield head + csvRows(cells)
    head = ''
  }
  // A reference that nothing has: a file without rows still has its headings.
  if (head !== '') yield head
}
