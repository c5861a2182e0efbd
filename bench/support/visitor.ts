import { randomInt, randomUUID } from 'node:crypto'
import type { Pool } from 'undici'
import { addDays, clinicDate } from '../../domain/clinic-time.ts'
import { slotTimes } from '../../domain/slots.ts'
import { ask } from './ask.ts'
import { benchClinic } from './clinic.ts'
import { PORTAL_HEADERS } from './stack.ts'

/** What visitors of the booking page ask a server, here by its pool of connections. */

export type Slot = { doctorId: string; date: string; time: string }

/** Books a slot that is free. */
export async function bookOne(http: Pool, { doctorId, date, time }: Slot): Promise<void> {
  const { status, text } = await ask(http, {
    method: 'POST',
    path: '/api/appointments/book',
    headers: { ...PORTAL_HEADERS, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      surname: 'Ada',
      other_names: 'Obi',
      email: `ada.${randomUUID()}@example.com`,
      phone_number: ownNumber(),
      age: 34,
      gender: 'female',
      nationality: 'nigeria',
      location: 'lag',
      appointmentType: 'consultation',
      service_id: 'tooth-pain',
      serviceText: 'Tooth Pain',
      doctor_id: doctorId,
      appointment_date: date,
      start_time: time,
      duration: 30,
      duration_type: 'm',
      description: 'Pain in the lower left when I bite.',
    }),
  })
  if (status !== 201) throw new Error(`booking answered ${status}: ${text}`)
}

/** A number of nobody else's, as visitors have. */
export function ownNumber(): string {
  return `080${String(randomInt(10 ** 8)).padStart(8, '0')}`
}

/** Availability of one day at Abuja, `daysAhead` days from today. */
export async function askForDay(http: Pool, daysAhead: number): Promise<void> {
  const from = addDays(clinicDate(new Date(), benchClinic.timeZone), daysAhead)
  const { status, text } = await ask(http, {
    method: 'GET',
    path: `/api/availability?location=fct&from=${from}&to=${from}`,
    headers: PORTAL_HEADERS,
  })
  if (status !== 200) throw new Error(`availability answered ${status}: ${text}`)
}

export function next(slots: Iterator<Slot>): Slot {
  const { value, done } = slots.next()
  if (done) throw new Error('the bench ran out of slots')
  return value
}

/** Appointments that `storeAppointments` stores lie between these times of day. */
const STORED_FROM = '08:00'
const STORED_UNTIL = '16:00'

/**
 * Every slot of every bench doctor from tomorrow on that no stored appointment can have, the doctors in turn, so that
 * a load spreads over them: some 1,500,000. Each database has them once.
 */
export function* freeSlots(): Generator<Slot> {
  const today = clinicDate(new Date(), benchClinic.timeZone)
  const hours = benchClinic.locations.find(({ code }) => code === 'lag')?.openingHours ?? []
  const doctors = benchClinic.doctors.filter(({ id }) => id.startsWith('bench-'))
  for (let day = 1; day < benchClinic.booking.horizonDays; day++) {
    const date = addDays(today, day)
    for (const time of slotTimes(hours, date, benchClinic.timeZone)) {
      if (time >= STORED_FROM && time < STORED_UNTIL) continue
      for (const { id } of doctors) yield { doctorId: id, date, time }
    }
  }
}
