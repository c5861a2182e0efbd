/** How long pages are kept on a device at most, in milliseconds (design, section 8), and in the memory of a tab. */
export const KEPT_MS = 72 * 3_600_000

/** How much of a device's storage the sealed pages take at most, in bytes; the oldest make room. */
export const KEPT_BYTES = 5_000_000
