/** A file that the worker keeps, as vite-plugin-pwa writes it into the worker; the build says whose it is. */
export type PrecacheEntry = {
  url: string
  /** Null where the name has the content's hash in it. */
  revision: string | null
  /** For everyone, or for devices of staff on top of that; theirs have the content's hash in the name. */
  part: 'booking' | 'staff'
  /** ISO code of the language that it is for, chosen on the device; the name has the content's hash in it. */
  language?: string
  /** It is what the booking page says in that language. */
  isPage?: boolean
}

/** Files by language, as the build has them: what everyone needs, and what staff need on top of that. */
export type LanguageParts = Record<string, { booking: string[]; staff: string[]; page?: string }>

/** What the worker keeps, by part. */
export type Precache = {
  booking: { url: string; revision: string | null }[]
  staff: string[]
  /** By ISO code. */
  languages: LanguageParts
}

/** Sorts the worker's list by its parts. */
export function precacheOf(entries: readonly PrecacheEntry[]): Precache {
  const precache: Precache = { booking: [], staff: [], languages: {} }
  for (const { url, revision, part, language, isPage } of entries) {
    if (language) {
      precache.languages[language] ??= { booking: [], staff: [] }
      precache.languages[language][part].push(url)
      if (isPage) precache.languages[language].page = url
    } else if (part === 'staff') precache.staff.push(url)
    else precache.booking.push({ url, revision })
  }
  return precache
}
