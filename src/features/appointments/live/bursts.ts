/** An appointment that came in, as its event tells of it. */
export type Booking = { id: string; location: string }

/** A burst is over when nothing has come for this long, or has gone on for that long, in milliseconds. */
const QUIET_MS = 1_000
const LONGEST_MS = 5_000

/**
 * Gathers bookings that come shortly after one another.
 * @param onBurst is given the bookings of each burst once it is over
 */
export function inBursts(onBurst: (bookings: readonly Booking[]) => void) {
  let bookings: Booking[] = []
  let began = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const notify = () => {
    const told = bookings
    bookings = []
    onBurst(told)
  }
  return {
    add({ id, location }: Booking): void {
      if (bookings.length === 0) began = Date.now()
      bookings.push({ id, location })
      clearTimeout(timer)
      timer = setTimeout(notify, Math.max(0, Math.min(QUIET_MS, began + LONGEST_MS - Date.now())))
    },
    /** What was gathered is told to nobody any more. */
    end(): void {
      clearTimeout(timer)
    },
  }
}
