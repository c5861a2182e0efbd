import type { Pool } from 'pg'
import type { ImportReport } from '../../../contract/patients.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { FileRefused, ImportBusy } from '../../platform/imports/file-refused.ts'
import { openedFile } from '../../platform/imports/opened-file.ts'
import { Refused, WrongUsage } from '../../platform/process/command-errors.ts'
import { parsedArgs } from '../../platform/process/parsed-args.ts'
import { importPatients } from './import.ts'

export const USAGE = `npm run patients -- import <file.csv> [--dry-run] [--other-names]

With --dry-run the file is read, checked and compared with what is stored, and nothing is changed. Lines whose clinic id
is that of somebody with another name are wrong, unless --other-names takes them too.`

export type ImportCommand = { file: string; dryRun: boolean; otherNames: boolean }

/** Parses the arguments of `npm run patients --`. @throws WrongUsage with a sentence */
export function parseImportCommand(args: readonly string[]): ImportCommand {
  const { values, positionals } = parsedArgs(args, {
    'dry-run': { type: 'boolean', default: false },
    'other-names': { type: 'boolean', default: false },
  })
  const [name, file, ...more] = positionals
  if (name !== 'import') throw new WrongUsage(name ? `There is no command '${name}'.` : 'Say what to do.')
  if (!file || more.length > 0) throw new WrongUsage(`'import' takes one file.`)
  return { file, dryRun: values['dry-run'], otherNames: values['other-names'] }
}

type Surroundings = {
  /** Called only after the file was opened. */
  connect(): Promise<Pool>
  clinic: Clinic
  now: Date
  say(line: string): void
}

/** @throws Refused with a sentence when the file cannot be read completely */
export async function runImportCommand(
  { file, dryRun, otherNames }: ImportCommand,
  { connect, clinic, now, say }: Surroundings,
): Promise<ImportReport> {
  const bytes = await openedFile(file)
  try {
    const pool = await connect()
    const report = await importPatients(bytes, { pool, clinic, now, dryRun, otherNames, staffId: null })
    for (const line of reportLines(report, otherNames)) say(line)
    return report
  } catch (error) {
    if (error instanceof FileRefused) {
      for (const line of error.report ? reportLines(error.report as ImportReport, otherNames) : []) say(line)
      throw new Refused(error.message)
    }
    throw error instanceof ImportBusy ? new Refused(error.message) : error
  } finally {
    bytes.destroy()
  }
}

/** Lines of the report for the operator. */
export function reportLines(report: ImportReport, areTaken = false): string[] {
  const { created, updated, unchanged, failed, overwritten, otherNames, errors, dryRun } = report
  const verbs = dryRun ? ['new', 'to change'] : ['added', 'changed']
  const rest = failed - errors.length
  return [
    `${created} ${verbs[0]}, ${updated} ${verbs[1]}, ${unchanged} unchanged, ${failed} wrong.`,
    ...(overwritten > 0 ? [overwrittenLine(overwritten, dryRun)] : []),
    ...(otherNames > 0 ? [otherNamesLine(otherNames, { dryRun, areTaken })] : []),
    ...errors.map(({ line, message }) => `line ${line}: ${message}`),
    ...(rest > 0 ? [`... and ${rest} more.`] : []),
    ...(dryRun ? ['Nothing was stored (--dry-run).'] : []),
  ]
}

/** Appointments and codes would go to another person. */
function otherNamesLine(count: number, { dryRun, areTaken }: { dryRun: boolean; areTaken: boolean }): string {
  const [lines, have] = count === 1 ? ['1 line', 'has'] : [`${count} lines`, 'have']
  const whose = `${lines} ${have} the clinic id of somebody with another name`
  if (areTaken)
    return `${whose}: ${dryRun ? 'the records would be' : 'the records are'} theirs (--other-names).`
  return `${whose}, and ${dryRun ? 'would be' : count === 1 ? 'was' : 'were'} left out. If the file is right, --other-names takes them.`
}

/** Overwritten corrections of the desk get a line of their own: the patient may need a call. */
function overwrittenLine(count: number, dryRun: boolean): string {
  const contacts = count === 1 ? '1 contact' : `${count} contacts`
  return `${contacts} that the desk had corrected ${dryRun ? 'would be' : count === 1 ? 'was' : 'were'} overwritten, since the file says something new.`
}
