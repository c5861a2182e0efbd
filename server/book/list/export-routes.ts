import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
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
import { exportedCsv } from './export.ts'
import { wantedOf } from './filter.ts'
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

type Seen = { begun: boolean; rows: number; patients: Set<string> }

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
  async function noteEnd(staffId: string, subject: AuditEntry['subject'], seen: Seen): Promise<void> {
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
      const seen: Seen = { begun: false, rows: 0, patients: new Set() }
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
