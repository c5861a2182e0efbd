/** What the worker keeps, by address; the build writes it. */
export type Precache = {
  /** For everyone. The revision is null where the name has the content's hash in it. */
  booking: { url: string; revision: string | null }[]
  /** For devices of staff, on top of that; every name has its content's hash in it. */
  staff: string[]
}
