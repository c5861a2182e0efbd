import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  IMPORT_BYTES_LIMIT,
  ImportAnswer,
  ImportPatients,
  PATIENT_COLUMNS,
} from '../../../contract/patients.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { requireFreshProof } from '../../accounts/auth/fresh-proof.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { FileRefused, ImportBusy } from '../../platform/imports/file-refused.ts'
import { tooLarge } from '../../platform/imports/utf8-text.ts'
import { importPatients } from './import.ts'
import { uploadOf } from './upload.ts'

const BUSY_SECONDS = 30

const DESCRIPTION = {
  summary: 'Registered patients from a CSV file',
  description:
    `UTF-8 with a head that names the columns: ${PATIENT_COLUMNS.join(', ')}. Patients are matched on clinic_id; wrong ` +
    'lines are left out and reported. Lines whose clinic_id has another name on record are left out too and counted as ' +
    '`otherNames`; otherNames=1 takes them. A file that cannot be read to its end is a 400 `file_invalid`, with the report of ' +
    'what was imported of it as `data`. With dryRun=1 nothing is stored; without it, a fresh proof is needed. At most 50 MB.',
  tags: ['Patients'],
  requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' as const } } } },
  responses: {
    ...answers(200, ImportAnswer, [400, 401, 403, 413, 503]),
  },
}

/** POST /patients/import, mounted before the general body limit since it has its own. */
export function patientImportRoute({ pool, clinic, now, allow }: AccountsContext) {
  return new Hono().post(
    '/patients/import',
    describeRoute(DESCRIPTION),
    allow.to('patients.import', { proof: 'partly' }),
    parsed('query', ImportPatients),
    async (c) => {
      // Refused by the declared length, before anything is read or stored.
      if (Number(c.req.header('content-length')) > IMPORT_BYTES_LIMIT) throw asFailure(tooLarge())
      const upload = uploadOf(c.req.raw.body)
      const query = c.req.valid('query')
      const [dryRun, otherNames] = [query.dryRun === '1', query.otherNames === '1']
      try {
        // Inside, so that a refusal reads the file to its end and reaches the browser.
        if (!dryRun) requireFreshProof(c.var.session, now())
        const report = await importPatients(upload.bytes, {
          pool,
          clinic,
          now: now(),
          dryRun,
          otherNames,
          staffId: c.var.staff.id,
        })
        return c.json({ success: true, data: report }, 200)
      } catch (error) {
        await upload.drain()
        throw asFailure(error)
      }
    },
  )
}

function asFailure(error: unknown): unknown {
  if (error instanceof ImportBusy) return new HttpFailure('busy', error.message, { retryAfter: BUSY_SECONDS })
  if (!(error instanceof FileRefused)) return error
  return new HttpFailure(error.isTooLarge ? 'body_too_large' : 'file_invalid', error.message, {
    data: error.report,
  })
}
