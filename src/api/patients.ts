import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { SEARCH_FROM } from '../../contract/fields.ts'
import {
  type CorrectPatientWire,
  ImportAnswer,
  ImportReport,
  type NewPatientWire,
  PatientRecord,
  PatientRecordAnswer,
  PatientResultsAnswer,
} from '../../contract/patients.ts'
import type { StoredCall } from '../../contract/seal.ts'
import { apiBaseUrl } from '../build.ts'
import { ApiError } from '../http/api-error.ts'
import { CHANGE_TIMEOUT_MS, failureOf, LIST_TIMEOUT_MS } from '../http/client.ts'
import { inSession } from '../session/in-session.ts'
import { staffCall } from '../session/staff-call.ts'
import type { Answered } from './answered.ts'
import { SEARCHED } from './latest-searches.ts'
import { listQuery } from './list-query.ts'
import { type RequestContext, requestContextOf } from './request-context.ts'
import { screenHeader } from './screen.ts'
import { storedQuery } from './stored-query.ts'

export const patientQueries = {
  all: () => ['patients'] as const,
  /**
   * Patients that match a name, a number or a contact; none for too few letters. The id keeps one person's search
   * from another's, and results are never stored on the device.
   * @param day 'YYYY-MM-DD', whose appointments are included
   */
  search: (staffId: string, typed: string, day: string | null = null) => {
    const search = typed.trim()
    return queryOptions({
      ...listQuery,
      queryKey: [...patientQueries.all(), 'search', staffId, search, ...(day ? [day] : [])],
      queryFn: async (context) => {
        const call = {
          method: 'POST',
          path: '/patients/search',
          body: { search, ...(day && { day }) },
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        } as const
        return (await staffCall(PatientResultsAnswer, call)).data
      },
      enabled: search.length >= SEARCH_FROM,
      placeholderData: keepPreviousData,
      meta: SEARCHED,
    })
  },
  /** Today's patients, by the server's day. Never stored on the device. */
  today: (staffId: string) =>
    queryOptions({
      ...listQuery,
      queryKey: [...patientQueries.searches(), staffId, 'today'],
      queryFn: async (context) => {
        const call = {
          method: 'GET',
          path: '/patients/today',
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        } as const
        return (await staffCall(PatientResultsAnswer, call)).data
      },
      meta: SEARCHED,
    }),
  searches: () => [...patientQueries.all(), 'search'] as const,
  /** All records that are in memory. */
  records: (staffId: string) => [...patientQueries.all(), 'record', staffId] as const,
  /** A record with all that it shows, which the server writes down as a read. */
  record: (staffId: string, id: string) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...patientQueries.records(staffId), id],
      queryFn: (context) => callRecord('GET', `/${encodeURIComponent(id)}`, requestContextOf(context)),
    }),
}

/** The query that an answer with a record is for. */
export function recordsOf(staffId: string, { method, path }: StoredCall, answer: unknown): Answered[] {
  const [, name, id = ''] = path.split('/')
  if (method !== 'GET' || name !== 'patients') return []
  const record = v.safeParse(PatientRecordAnswer, answer)
  if (!record.success) return []
  return [{ queryKey: patientQueries.record(staffId, id).queryKey, data: record.output.data }]
}

async function callRecord(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  {
    body,
    headers,
    ...context
  }: { body?: object; headers?: Record<string, string> } & Partial<RequestContext> = {},
): Promise<PatientRecord> {
  const { data } = await staffCall(PatientRecordAnswer, {
    method,
    path: `/patients${path}`,
    headers: { ...headers, ...screenHeader() },
    ...(body && { body }),
    timeoutMs: method === 'GET' ? LIST_TIMEOUT_MS : CHANGE_TIMEOUT_MS,
    ...context,
  })
  return data
}

/** @throws ApiError, as all of these do */
const keyed = (key: string) => ({ 'Idempotency-Key': key })
export const addPatient = (patient: NewPatientWire, key: string) =>
  callRecord('POST', '', { body: patient, headers: keyed(key) })
/** The version that was read; `recordNow` has what is true where somebody was faster. */
export const correctPatient = (
  { id, version }: Pick<PatientRecord, 'id' | 'version'>,
  change: CorrectPatientWire,
) => callRecord('PATCH', `/${id}`, { body: change, headers: { 'If-Match': `"${version}"` } })
export const addNote = (id: string, text: string, key: string) =>
  callRecord('POST', `/${id}/notes`, { body: { text }, headers: keyed(key) })
export const joinVisitor = (id: string, visitor: string) =>
  callRecord('POST', `/${id}/join`, { body: { visitor } })
export const partVisitor = (id: string, visitor: string) =>
  callRecord('POST', `/${id}/part`, { body: { visitor } })

/** The record as it is, from the answer to a change that came too late; null after any other failure. */
export function recordNow(error: unknown): PatientRecord | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = v.safeParse(PatientRecord, error.data)
  return current.success ? current.output : null
}

/** An upload takes as long as it takes; one that has not moved for so long is dead, in milliseconds. */
const SILENCE_MS = 60_000

type Options = {
  /** Checks the file and stores nothing. */
  dryRun: boolean
  /** Takes lines too whose clinic id has another person's name. */
  otherNames: boolean
  /** Ends the upload early; what the server has stored by then stays. */
  signal: AbortSignal
  /** Called with the number of bytes sent. */
  onProgress: (sent: number) => void
}

/**
 * Sends a patients' file. @returns what the server did with it
 * @throws ApiError as `call` does (`importedBefore` has what was stored all the same); the abort reason when `signal` ended it
 */
export function importPatients(file: Blob, options: Options): Promise<ImportReport> {
  return inSession(async (token) => {
    const { status, json } = await upload(file, token, options)
    if (status < 200 || status > 299) throw failureOf(status, json)
    const answer = v.safeParse(ImportAnswer, json)
    if (!answer.success) throw new ApiError('http', { status })
    return answer.output.data
  })
}

/** Report of what was stored of a file that could not be read to its end; null: nothing, or unknown. */
export function importedBefore(error: unknown): ImportReport | null {
  const report = v.safeParse(ImportReport, error instanceof ApiError ? error.data : null)
  return report.success ? report.output : null
}

/** Not by `fetch`, which tells nothing of an upload before its end. */
function upload(file: Blob, token: string, { dryRun, otherNames, signal, onProgress }: Options) {
  return new Promise<{ status: number; json: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout> | undefined
    let isTooLong = false
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        isTooLong = true
        request.abort()
      }, SILENCE_MS)
    }
    const cancel = () => request.abort()
    const end = () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', cancel)
    }
    request.upload.onprogress = ({ loaded }) => {
      heard()
      onProgress(loaded)
    }
    request.onload = () => {
      end()
      resolve({ status: request.status, json: parsed(request.responseText) })
    }
    request.onerror = () => {
      end()
      reject(new ApiError('network'))
    }
    request.onabort = () => {
      end()
      reject(isTooLong ? new ApiError('timeout') : signal.reason)
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', cancel)
    const query = new URLSearchParams({
      ...(dryRun && { dryRun: '1' }),
      ...(otherNames && { otherNames: '1' }),
    })
    request.open('POST', `${apiBaseUrl}/patients/import${query.size > 0 ? `?${query}` : ''}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', 'text/csv')
    heard()
    request.send(file)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
