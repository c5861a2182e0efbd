export type Booking = { id: string; location: string }

/** A burst ends after this much quiet, or this long after its start, in milliseconds. */
const QUIET_MS = 1_000
const LONGEST_MS = 5_000

/** @param onBurst gets the bookings of each burst once it is over */
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
    /** Drops what was gathered. */
    end(): void {
      clearTimeout(timer)
    },
  }
}
