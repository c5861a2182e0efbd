import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { ExportAppointments, ListedLocation, SearchAppointments } from '../../../contract/appointments.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { raiseAlarm } from '../../accounts/audit/alarms.ts'
import { type AuditEntry, audit } from '../../accounts/audit/audit.ts'
import { massReads } from '../../accounts/audit/mass-reads.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { readerOf } from '../../platform/http/caller.ts'
import { csvAnswer } from '../../platform/http/csv-answer.ts'
import { counted } from '../../platform/http/portions.ts'
import { parsed, parsedBodyIfAny } from '../../platform/http/validate.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { STORED_COLUMNS, STORED_JOINS } from '../visits/appointment-row.ts'
import { csvOf, type ExportedAppointment, type Place } from './export-csv.ts'
import { idsInOrder, type ListConditions, wantedOf } from './filter.ts'
import { listedLocation } from './routes.ts'

const DESCRIPTION = {
  summary: 'The appointments of a list as a file, all of them',
  description:
    'Those that POST /appointments/{location} finds with the same filter, the earliest first, as CSV with times of ' +
    'the clinic. A text that a spreadsheet would take for a formula has an apostrophe in front.',
  tags: ['Appointments'],
  responses: {
    ...answers(200, DoneAnswer, [400, 401, 403, 413, 429, 503]),
    200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' as const } } } },
  },
}

type ExportProgress = { begun: boolean; rows: number; patients: Set<string> }

/** Search text is sent in the body and the bearer in a header, so the address has neither. */
export function appointmentExportRoute({
  pool,
  reads,
  clinic,
  log,
  now,
  allow,
  afterwards,
  trustedProxies,
}: AccountsContext) {
  const underWay = new Map<string, number>()
  const alarm = massReads({ pool, log, timeZone: clinic.timeZone, now, afterwards })

  /** Records how much of it was read; no caller waits for it. */
  async function noteEnd(
    staffId: string,
    subject: AuditEntry['subject'],
    seen: ExportProgress,
  ): Promise<void> {
    if (!seen.begun) return
    const details = { rows: seen.rows, patients: seen.patients.size }
    try {
      await audit(pool, { staffId, action: 'appointments.export_ended', subject, details })
      alarm(staffId)
    } catch (error) {
      const facts = { staff: staffId, subject, details, reason: reasonOf(error), at: placeOf(error) }
      log.error(facts, 'the end of an export is missing in the audit trail')
    }
  }

  return new Hono().post(
    '/appointments/:location/export',
    describeRoute(DESCRIPTION),
    allow.to('export', { proof: 'fresh' }),
    parsed('param', ListedLocation),
    parsed('query', ExportAppointments),
    parsedBodyIfAny(SearchAppointments),
    async (c) => {
      const location = listedLocation(clinic, c.req.valid('param').location, c.var.reach)
      const query = c.req.valid('query')
      const { search } = c.req.valid('json')
      const wanted = wantedOf({ ...query, search, location, reach: c.var.reach }, clinic, now())
      const staffId = c.var.staff.id
      const subject = { kind: 'location', id: location }
      const seen: ExportProgress = { begun: false, rows: 0, patients: new Set() }
      const rows = exportedCsv(reads.for(readerOf(c, trustedProxies)), wanted, clinic, (batch) => {
        seen.rows += batch.length
        for (const { patientId } of batch) seen.patients.add(patientId)
      })
      const portions = counted(underWay, c.var.session.tokenHash, rows, () => noteEnd(staffId, subject, seen))
      return csvAnswer(c, portions, {
        filename: `appointments-${location}-${clinicDate(now(), clinic.timeZone)}.csv`,
        log,
        begun: async () => {
          await audit(pool, {
            staffId,
            action: 'appointments.exported',
            subject,
            details: { ...query, searched: search !== null },
          })
          seen.begun = true
          await raiseAlarm(pool, { kind: 'export', about: staffId })
        },
      })
    },
  )
}

/** Rows per query, and so in memory. */
export const EXPORT_BATCH = 500

/**
 * The selected appointments by start time, as CSV portions, each queried once the previous one was taken. No
 * transaction stays open, since a reader may take an hour: each row is as of its portion, and comes once,
 * because its position never changes.
 * @param onBatch gets the rows of each portion before it is taken
 */
export async function* exportedCsv(
  pool: Pick<Pool, 'query'>,
  wanted: ListConditions,
  place: Place,
  onBatch: (rows: readonly { patientId: string }[]) => void = () => {},
): AsyncGenerator<string, void> {
  let last: Exported | undefined
  for (;;) {
    const rows = await batchAfter(pool, wanted, last)
    // A file without rows still has its headings.
    onBatch(rows)
    if (rows.length > 0 || !last) yield csvOf(rows, place, last === undefined)
    if (rows.length < EXPORT_BATCH) return
    last = rows.at(-1)
  }
}

type Exported = ExportedAppointment & { startedAt: string }

async function batchAfter(
  pool: Pick<Pool, 'query'>,
  wanted: ListConditions,
  last: Exported | undefined,
): Promise<Exported[]> {
  const { values } = wanted
  const next = values.length + 1
  const further = last ? `(a.starts_at, a.id) > ($${next}::timestamptz, $${next + 1}::uuid)` : 'true'
  const part = { skip: '0', take: `${EXPORT_BATCH}` }
  const ids = idsInOrder(wanted, { further, order: 'a.starts_at, a.id', ...part })
  const { rows } = await pool.query<Exported>(
    // The start also as text: a Date would cut its microseconds, and the same row would come again forever.
    `SELECT ${STORED_COLUMNS}, a.created_at AS "createdAt", a.starts_at::text AS "startedAt"
     FROM (${ids}) f JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY a.starts_at, a.id`,
    last ? [...values, last.startedAt, last.id] : values,
  )
  return rows
}
