import type { Checked } from './check.ts'
import type { Ledger } from './ledger.ts'
import type { Messages } from './messages.ts'

/** A scenario's result. Times are in milliseconds. */
export type Report = {
  cycles: number
  acknowledged: number
  refused: number
  lost: number
  doubled: number
  mails: number
  repeated: number
  sms: number
  /** Answers 503 with the envelope. */
  unavailable: number
  /** Broken connections. */
  cut: number
  recoveries: readonly number[]
  notes: readonly string[]
  problems: readonly string[]
  /** Reason why it was skipped. */
  notRun?: string
}

type Parts = {
  ledger: Ledger
  messages: Pick<Messages, 'mails' | 'sms'>
  checked: Checked
  recoveries: readonly number[]
  folder: string
  more: Partial<Report>
}

export function reportOf({ ledger, messages, checked, recoveries, folder, more }: Parts): Report {
  const problems = [...ledger.problems(), ...checked.problems.slice(0, 20)]
  if (ledger.acknowledged.size === 0) problems.push('nothing was booked')
  // The server's log and the database stay for debugging.
  if (problems.length > 0) ledger.problem(`see ${folder}`)
  return {
    cycles: recoveries.length,
    acknowledged: ledger.acknowledged.size,
    refused: ledger.refused.size,
    lost: checked.lost,
    doubled: checked.doubled,
    mails: messages.mails.length,
    repeated: checked.repeated,
    sms: messages.sms.length,
    unavailable: ledger.count.unavailable,
    cut: ledger.count.cut,
    recoveries,
    notes: [],
    ...more,
    problems: [...problems, ...(more.problems ?? []), ...(problems.length > 0 ? [`see ${folder}`] : [])],
  }
}

export function notRun(because: string): Report {
  const nothing = {
    cycles: 0,
    acknowledged: 0,
    refused: 0,
    lost: 0,
    doubled: 0,
    mails: 0,
    repeated: 0,
    sms: 0,
  }
  return { ...nothing, unavailable: 0, cut: 0, recoveries: [], notes: [], problems: [], notRun: because }
}

const COLUMNS = [
  'scenario',
  'cycles',
  'booked',
  'lost',
  'doubled',
  'mails',
  'again',
  'SMS',
  '503',
  'cut',
  'back: median',
  'worst',
  '',
] as const

export function table(reports: ReadonlyMap<string, Report>): string {
  const rows = [...reports].map(([name, report]) => [
    name,
    report.cycles,
    report.acknowledged,
    report.lost,
    report.doubled,
    report.mails,
    report.repeated,
    report.sms,
    report.unavailable,
    report.cut,
    seconds(median(report.recoveries)),
    seconds(Math.max(...report.recoveries)),
    verdictOf(report),
  ])
  const all = [[...COLUMNS], ...rows.map((row) => row.map(String))]
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

export const verdictOf = ({ notRun, problems }: Report): string =>
  notRun === undefined ? (problems.length > 0 ? 'FAILED' : 'passed') : 'not run'

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(2)} s` : '-')
