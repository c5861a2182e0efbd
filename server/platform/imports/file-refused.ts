/**
 * A file that cannot be read, wholly or from some line on. The message is for the sender; of the
 * file's content it has only column names and line numbers.
 */
export class FileRefused<Report = unknown> extends Error {
  override name = 'FileRefused'
  readonly isTooLarge: boolean
  /** Report of the stored part; undefined when nothing was stored. */
  readonly report: Report | undefined

  constructor(message: string, more: { isTooLarge?: boolean; report?: Report } = {}) {
    super(message)
    this.isTooLarge = more.isTooLarge ?? false
    this.report = more.report
  }
}

export class ImportBusy extends Error {
  override name = 'ImportBusy'

  constructor() {
    super("Another file is being imported. Please try again when it's done.")
  }
}
