/** What public/early-booking.js asked of the server before the app was there. `at`: milliseconds since 1970, this device's. */
export type EarlyAnswer = { address: string; at: number; answer: Promise<Response> }

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer | undefined
  }
}

/** An older answer is asked for anew, in milliseconds. */
const MAX_AGE_MS = 30_000

/**
 * The answer to a GET that the page sent before the app was there, once.
 * @param address as it would be fetched
 * @returns undefined: it was not asked, or too long ago
 */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const page = globalThis as { earlyAnswer?: EarlyAnswer | undefined }
  const early = page.earlyAnswer
  if (early?.address !== address) return undefined
  page.earlyAnswer = undefined
  const age = Date.now() - early.at
  return age >= 0 && age < MAX_AGE_MS ? early.answer : undefined
}
