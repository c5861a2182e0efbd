import type { OwnVisitDay } from '../../../contract/own-visit-calls.ts'
import { clinicDate, clinicTime } from '../../../domain/clinic-time.ts'
import { knownLocation } from '../../platform/http/clinic-codes.ts'
import { availabilityOf, knownOf } from '../availability/availability.ts'
import { leaveOut } from '../availability/repository.ts'
import type { BookContext } from '../blocked/context.ts'
import { doctorsOfVisit, minutesOfVisit, movableClinic } from '../changes/move.ts'
import type { StoredAppointment } from '../visits/appointment-row.ts'

/**
 * Times that a patient can move an appointment to, on days in clinic time, both included: those of its doctor, and apart
 * from them those of others.
 */
export async function timesToMove(
  { pool, blockers, clinic, now }: Pick<BookContext, 'pool' | 'blockers' | 'clinic' | 'now'>,
  appointment: StoredAppointment,
  { from, to }: { from: string; to: string },
): Promise<OwnVisitDay[]> {
  const location = knownLocation(clinic, appointment.location)
  const { able, own } = doctorsOfVisit(clinic, appointment, location.code)
  const known = await knownOf({ pool, blockers }, clinic, { doctors: able, from, to })
  leaveOut(known.taken, appointment)
  const at = now()
  const question = { location, from, to, minutes: minutesOfVisit(appointment), now: at }
  const movable = movableClinic(clinic, appointment, at)
  const byDoctor = able.map((doctor) => ({
    doctor,
    days: availabilityOf(movable, { ...question, doctors: [doctor] }, known),
  }))
  const ownDays = byDoctor.find(({ doctor }) => doctor === own)?.days
  const [date, time] = [clinicDate, clinicTime].map((of) => of(appointment.startsAt, clinic.timeZone))
  return availabilityOf(movable, { ...question, doctors: able }, known).map((day, i) => {
    const slots = ownDays?.[i]?.slots ?? []
    const isPresent = (slot: string) => day.date === date && slot === time
    const others = day.slots
      .filter((slot) => !slots.includes(slot) && !isPresent(slot))
      .flatMap((slot) => {
        const free = byDoctor.find(({ days }) => days[i]?.slots.includes(slot))?.doctor
        return free ? [{ time: slot, doctor: { id: free.id, name: free.name } }] : []
      })
    return { date: day.date, slots: slots.filter((slot) => !isPresent(slot)), others }
  })
}
