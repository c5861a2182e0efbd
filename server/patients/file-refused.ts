import type { ImportReport } from '../../contract/patients.ts'

/**
 * A patients' file that cannot be read, as a whole or from some line on. The message is a sentence for whoever sent it;
 * of the file it has names of columns and numbers of lines, and nothing else.
 */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly isTooLarge: boolean
  /** What had been stored of the lines before; none where nothing was. */
  readonly report: ImportReport | undefined

  constructor(message: string, more: { isTooLarge?: boolean; report?: ImportReport } = {}) {
    super(message)
    this.isTooLarge = more.isTooLarge ?? false
    this.report = more.report
  }
}

/** Another patients' file is being imported. */
export class ImportBusy extends Error {
  override name = 'ImportBusy'

  constructor() {
    super('Another patients’ file is being imported just now. Please try again when it is done.')
  }
}
