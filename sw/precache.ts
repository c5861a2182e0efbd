/** Files by language, as the build has them: what everyone needs, and what staff need on top of that. */
export type LanguageParts = Record<string, { booking: string[]; staff: string[] }>

/** What the worker keeps, by address; the build writes it. */
export type Precache = {
  /** For everyone. The revision is null where the name has the content's hash in it. */
  booking: { url: string; revision: string | null }[]
  /** For devices of staff, on top of that; every name has its content's hash in it. */
  staff: string[]
  /** By ISO code, for the language chosen on the device: for everyone, and for staff on top of that. */
  languages: LanguageParts
}
