import clinic from '../../clinic.config.ts'
import { addDays, clinicDate } from '../../domain/clinic-time.ts'
import { slotTimes } from '../../domain/slots.ts'
import type { Slot } from './ledger.ts'
import type { Chance } from './random.ts'

/** Days from today: far enough from both ends of the horizon to stay bookable when a clock is days wrong. */
const FIRST_DAY = 8
const LAST_DAY = clinic.booking.horizonDays - 8
const LATELY = 12

export type Slots = {
  /** An unused slot. */
  next(): Slot
  /** A slot with a request a moment ago, or now. */
  lately(): Slot
}

/** Every slot of every doctor, day by day with the doctors in turn; some wishes leave the doctor open. */
export function clinicSlots(chance: Chance): Slots {
  const all = everySlot()
  const recent: Slot[] = []
  const next = (): Slot => {
    const { value, done } = all.next()
    if (done) throw new Error('the clinic ran out of slots: fewer bookings per second, or fewer cycles')
    const slot = chance.happens(0.2) ? { ...value, doctorId: null } : value
    recent.push(slot)
    if (recent.length > LATELY) recent.shift()
    return slot
  }
  return { next, lately: () => (recent.length > 0 ? chance.pick(recent) : next()) }
}

function* everySlot(): Generator<Slot> {
  const today = clinicDate(new Date(), clinic.timeZone)
  const places = clinic.locations.map(({ code, openingHours }) => ({
    openingHours,
    doctors: clinic.doctors.filter(({ location }) => location === code),
  }))
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    const date = addDays(today, day)
    for (const { openingHours, doctors } of places) {
      for (const time of slotTimes(openingHours, date, clinic.timeZone)) {
        for (const { id, location } of doctors) yield { location, doctorId: id, date, time }
      }
    }
  }
}
