import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  type BlockedAppointment,
  Blocker,
  type BlockerPreview,
  BlockersAnswer,
  type BlockersPage,
  type Holiday,
  HolidaysAnswer,
  PREVIEW_APPOINTMENTS,
  PreviewAnswer,
  type SaveBlockerWire,
} from '../../contract/blockers.ts'
import { LIST_LIMIT, PAGE_SIZE } from '../../contract/lists.ts'
import type { StoredCall } from '../../contract/seal.ts'
import { BLOCKER_TYPES, type BlockerType } from '../../domain/blockers.ts'
import { ApiError } from '../http/api-error.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { tokenAtom } from '../session/session-atoms.ts'
import { staffCall } from '../session/staff-call.ts'
import { store } from '../store.ts'
import type { Answered } from './answered.ts'
import { BLOCKERS } from './blockers-key.ts'
import { listQuery } from './list-query.ts'
import { type RequestContext, requestContextOf } from './request-context.ts'
import { storedQuery } from './stored-query.ts'

const list = (query: Record<string, string>, requestContext: RequestContext): Promise<BlockersPage> =>
  staffCall(BlockersAnswer, {
    method: 'GET',
    path: `/blockers?${new URLSearchParams(query)}`,
    timeoutMs: LIST_TIMEOUT_MS,
    ...requestContext,
  })

/** The admin's id in each key keeps one person's answers from another's. */
export const blockerQueries = {
  all: () => BLOCKERS,
  /** Queries that a saved or deleted blocker changes. */
  stored: () => [...blockerQueries.all(), 'stored'] as const,
  /** One page of the blockers, newest first. @param type empty: all types; @param page from 1 */
  list: (adminId: string, { type, page }: { type: BlockerType | ''; page: number }) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...blockerQueries.stored(), 'list', adminId, type, page],
      queryFn: (context) =>
        list({ type, page: String(page), limit: String(PAGE_SIZE) }, requestContextOf(context)),
      // A page stays until the next one is there, but never under another type.
      placeholderData: (shown, asked) => (asked?.queryKey[4] === type ? shown : undefined),
    }),
  /** All blockers, as a calendar draws them. Without a connection the first hundred of them. */
  whole: (staffId: string) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...blockerQueries.stored(), 'whole', staffId],
      queryFn: (context) => wholeList('', requestContextOf(context)),
    }),
  /** All blockers of the types that a holiday can be. */
  holidayTypes: (adminId: string) =>
    queryOptions({
      ...listQuery,
      queryKey: [...blockerQueries.stored(), 'holiday types', adminId],
      queryFn: async (context) => [
        ...(await wholeList('One Time', requestContextOf(context))),
        ...(await wholeList('Yearly', requestContextOf(context))),
      ],
    }),
  /** The next dates of a blocker that is not saved yet. Only ever of fields that are right. */
  preview: (adminId: string, blocker: SaveBlockerWire) =>
    queryOptions({
      ...listQuery,
      queryKey: [...blockerQueries.all(), 'preview', adminId, blocker],
      queryFn: (context) => previewBlocker(blocker, requestContextOf(context)),
      placeholderData: keepPreviousData,
    }),
  /** The public holidays of a year. */
  holidays: (adminId: string, year: number) =>
    queryOptions({
      ...listQuery,
      queryKey: [...blockerQueries.all(), 'holidays', adminId, year],
      queryFn: async (context): Promise<Holiday[]> => {
        const { data } = await staffCall(HolidaysAnswer, {
          method: 'GET',
          path: `/blockers/holidays?year=${year}`,
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        })
        return data
      },
    }),
}

/** The queries that a page of blockers is for: one as long as can be is the beginning of all. */
export function blockersOf(adminId: string, { path, params }: StoredCall, answer: unknown): Answered[] {
  const page = path === '/blockers' ? v.safeParse(BlockersAnswer, answer) : null
  if (!page?.success) return []
  const type = v.parse(v.fallback(v.picklist(['', ...BLOCKER_TYPES]), ''), params.get('type') ?? '')
  const asked = { type, page: Number(params.get('page')) }
  if (params.get('limit') === String(LIST_LIMIT)) {
    if (type !== '' || asked.page !== 1) return []
    return [{ queryKey: blockerQueries.whole(adminId).queryKey, data: page.output.data }]
  }
  return [{ queryKey: blockerQueries.list(adminId, asked).queryKey, data: page.output }]
}

async function wholeList(type: BlockerType | '', requestContext: RequestContext): Promise<Blocker[]> {
  const found: Blocker[] = []
  for (let page = 1; ; page++) {
    const { data, paging } = await list(
      { type, page: String(page), limit: String(LIST_LIMIT) },
      requestContext,
    )
    found.push(...data)
    if (page >= paging.totalPages) return found
  }
}

/**
 * All appointments that a blocker would lie over, by time, from as many answers as it takes. Of one that is being edited only
 * those that it does not lie over yet.
 * @throws ApiError as `call` does; complaints about fields are in its `errors`
 */
export async function appointmentsUnder(
  blocker: SaveBlockerWire,
  edited: Pick<Blocker, 'id'> | null,
): Promise<BlockedAppointment[]> {
  const found: BlockedAppointment[] = []
  for (;;) {
    const { appointments } = await previewBlocker(blocker, {
      edited,
      limit: PREVIEW_APPOINTMENTS,
      after: found.at(-1) ?? null,
    })
    found.push(...appointments.first)
    if (appointments.first.length < PREVIEW_APPOINTMENTS) return found
  }
}

/** Effect of a blocker: its next dates, and a page of the appointments under it, after `after`. */
async function previewBlocker(
  blocker: SaveBlockerWire,
  {
    edited = null,
    limit = 0,
    after = null,
    ...requestContext
  }: {
    edited?: Pick<Blocker, 'id'> | null
    limit?: number
    after?: BlockedAppointment | null
  } & Partial<RequestContext> = {},
): Promise<BlockerPreview> {
  const { description: _, recurringDays, recurringDates, ...fields } = blocker
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  if (edited) query.set('id', edited.id)
  query.set('limit', String(limit))
  if (after) {
    query.set('afterAt', after.appointment_date)
    query.set('afterId', after.id)
  }
  if (recurringDays?.length) query.set('recurringDays', recurringDays.join())
  if (recurringDates?.length) query.set('recurringDates', recurringDates.join())
  const { data } = await staffCall(PreviewAnswer, {
    method: 'GET',
    path: `/blockers/preview?${query}`,
    timeoutMs: LIST_TIMEOUT_MS,
    ...requestContext,
  })
  return data
}

/**
 * Looser than the contract on purpose: with a status of 2xx the message is a success note, whatever `success` says
 * (specification, section 8).
 */
const Done = v.object({ message: v.optional(v.string()) })
const Saved = v.object({ ...Done.entries, data: v.fallback(v.optional(Blocker), undefined) })

const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` })

/**
 * Adds a blocker, once per key, or changes the version of one that was read.
 * @returns the server's sentence and the blocker as it is now, if it has them
 * @throws ApiError; when somebody else was faster, `blockerNow` reads from it what is true
 */
export async function saveBlocker(
  blocker: SaveBlockerWire,
  edited: Pick<Blocker, 'id' | 'version'> | null,
  key: string,
): Promise<{ message?: string | undefined; saved?: Blocker | undefined }> {
  const { message, data } = await staffCall(Saved, {
    method: edited ? 'PUT' : 'POST',
    path: edited ? `/blockers/${encodeURIComponent(edited.id)}` : '/blockers',
    headers: edited ? ifMatch(edited.version) : { 'Idempotency-Key': key },
    body: { ...blocker, token: store.get(tokenAtom) },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return { message, saved: data }
}

/** The blocker as it is, from the answer to a change of an older version; null after any other failure. */
export function blockerNow(error: unknown): Blocker | null {
  if (!(error instanceof ApiError) || error.code !== 'stale_version') return null
  const current = v.safeParse(Blocker, error.data)
  return current.success ? current.output : null
}

/** Takes away the version of a blocker that was read. @throws ApiError */
export async function deleteBlocker({ id, version }: Pick<Blocker, 'id' | 'version'>) {
  const { message } = await staffCall(Done, {
    method: 'DELETE',
    path: `/blockers/${encodeURIComponent(id)}`,
    headers: ifMatch(version),
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return message
}
