import type { PoolClient } from 'pg'
import { audit } from '../../accounts/audit/audit.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import type { UnknownWord } from './book-visit.ts'

/** Outcome of a file's lines. */
export type BookReport = {
  created: number
  updated: number
  unchanged: number
  /** Over already, or cancelled and never brought in. */
  passedOver: number
  failed: number
  /** Stored as they are, with something that the desk should know. */
  marked: number
  /** The first of those that failed. */
  errors: { line: number; message: string }[]
  /** The first of those that are marked. */
  notes: { line: number; message: string }[]
  /** Words without a match in the clinic, and their number of lines. */
  unknown: (UnknownWord & { lines: number })[]
  dryRun: boolean
}

/** The message when a file broke off. */
export function refusedFrom({ message, isTooLarge }: FileRefused, report: BookReport) {
  const lines = report.created + report.updated + report.unchanged
  if (lines === 0) return new FileRefused<BookReport>(message, { isTooLarge })
  const what = report.dryRun ? 'visits were read' : 'visits were imported, and stay'
  return new FileRefused(`${message} Before that, ${lines.toLocaleString('en')} ${what}.`, {
    isTooLarge,
    report,
  })
}

/** One with each transaction, as the trail is append-only: the work before it, and the stored number. */
export async function entryOf(
  client: PoolClient,
  id: string,
  { created, updated, unchanged, passedOver, failed, marked }: BookReport,
  more: { complete: boolean; sendMails: boolean; stored?: number },
): Promise<void> {
  const details = { created, updated, unchanged, passedOver, failed, marked, ...more, by: 'operator' }
  await audit(client, {
    staffId: null,
    action: 'appointments.imported',
    subject: { kind: 'import', id },
    details,
  })
}
