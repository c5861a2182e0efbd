/** Key in localStorage: id of this browser in bookings of visitors. */
const KEY = 'browserId'

/**
 * A random name of this browser, which tells its own bookings from those of others behind the same address.
 * @returns undefined where nothing can be stored
 */
export function browserId(): string | undefined {
  try {
    const known = localStorage.getItem(KEY)
    if (known) return known
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return undefined
  }
}
