import type { Pool } from 'pg'
import { blockedOn, blockedTimes } from '../../../domain/blocked-times.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, toInstant } from '../../../domain/clinic-time.ts'
import type { Interval } from '../../../domain/slots.ts'
import { ruleOf, type StoredBlocker } from '../../book/blocked/blocker-row.ts'
import { type BlockerToStore, insertBlocker } from '../../book/blockers/repository.ts'

const EMPTY = {
  startDateTime: null,
  endDateTime: null,
  recurringDays: [],
  recurringDates: [],
  selectedMonth: null,
  doctorId: null,
}

/** @param today the clinic's day */
function samples({ timeZone, offeredLocations, doctors }: Clinic, today: string): BlockerToStore[] {
  const location = offeredLocations[0] ?? null
  const at = (days: number, time: string) => toInstant(addDays(today, days), time, timeZone)
  return [
    {
      ...EMPTY,
      description: 'Christmas and Boxing Day',
      type: 'Yearly',
      selectedMonth: 11,
      recurringDates: [25, 26],
      location: null,
    },
    {
      ...EMPTY,
      description: "Doctors' meeting",
      type: 'Weekly',
      recurringDays: [3],
      startDateTime: at(0, '12:00'),
      endDateTime: at(0, '13:00'),
      location,
    },
    {
      ...EMPTY,
      description: 'Service of the X-ray unit',
      type: 'One Time',
      startDateTime: at(9, '09:00'),
      endDateTime: at(9, '12:00'),
      location,
    },
    // Leave of one doctor: the others can be booked.
    ...doctors
      .filter((doctor) => doctor.location === location)
      .slice(1, 2)
      .map(
        ({ id }): BlockerToStore => ({
          ...EMPTY,
          description: 'Dental congress',
          type: 'One Time',
          startDateTime: at(3, '00:00'),
          endDateTime: at(5, '00:00'),
          location: null,
          doctorId: id,
        }),
      ),
  ]
}

/** @returns when a doctor can't be booked at a location on a day, for sample appointments */
export async function seedBlockers(
  pool: Pick<Pool, 'query'>,
  clinic: Clinic,
  today: string,
): Promise<(doctorId: string, location: string, date: string) => Interval[]> {
  const stored: StoredBlocker[] = []
  for (const sample of samples(clinic, today)) stored.push(await insertBlocker(pool, sample))
  await pool.query('UPDATE blocker_changes SET version = version + 1')
  return (doctorId, code, date) => {
    const own = stored.filter(
      ({ location, doctor_id }) =>
        (location === null || location === code) && (doctor_id === null || doctor_id === doctorId),
    )
    const times = blockedTimes(own.map((blocker) => ruleOf(blocker, clinic.timeZone)))
    return blockedOn(times, date, clinic.timeZone)
  }
}
