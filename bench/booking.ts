import { randomUUID } from 'node:crypto'
import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { slotInterval, slotTimes } from '../domain/slots.ts'
import { ask } from './support/ask.ts'
import { benchClinic } from './support/clinic.ts'
import { type Measured, measure, median } from './support/load.ts'
import { barePool, PORTAL_HEADERS, type Stack } from './support/stack.ts'

const CONNECTIONS = 10
const SECONDS = 5
const ROUNDS = 3

/**
 * POST /appointments/book, confirmation job included, beside a bare transaction (BEGIN, the same INSERT into
 * appointments, COMMIT) through the same driver on the same database, in turns.
 */
export async function benchBooking(
  stack: Stack,
): Promise<{ booking: Measured; bare: Measured; ratio: number }> {
  const slots = allSlots()
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  const patientId = randomUUID()
  await pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
     VALUES ($1, 'Bare', 'Reference', 'bare@example.com', 'bare@example.com', '08030000000', '... Abuja')`,
    [patientId],
  )

  const bookings: Measured[] = []
  const bares: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bares.push(
      await measure({ connections: CONNECTIONS, seconds: SECONDS, work: () => insertBare(next(slots)) }),
    )
    bookings.push(
      await measure({ connections: CONNECTIONS, seconds: SECONDS, work: () => bookOne(stack, next(slots)) }),
    )
  }
  await pool.end()
  const ratios = bookings.map((booking, i) => booking.perSecond / (bares[i]?.perSecond ?? Number.NaN))
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  return { booking: median(bookings), bare: median(bares), ratio }

  async function insertBare({ doctorId, date, time }: Slot): Promise<void> {
    const { start, end } = slotInterval(date, time, benchClinic.timeZone)
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query({
      name: 'bare-insert',
      text: `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
                                       service_text, appointment_type, tariff, starts_at, ends_at, complaint)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
      values: [
        randomUUID(),
        randomUUID(),
        patientId,
        doctorId,
        true,
        'lag',
        'tooth-pain',
        'Tooth Pain',
        'consultation',
        null,
        new Date(start),
        new Date(end),
        'Pain in the lower left when I bite.',
      ],
    })
    await client.query('COMMIT')
    client.release()
  }
}

type Slot = { doctorId: string; date: string; time: string }

async function bookOne(stack: Stack, { doctorId, date, time }: Slot): Promise<void> {
  const { status, text } = await ask(stack.http, {
    method: 'POST',
    path: '/api/appointments/book',
    headers: { ...PORTAL_HEADERS, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      surname: 'Ada',
      other_names: 'Obi',
      email: `ada.${doctorId}.${date}.${time.replace(':', '')}@example.com`,
      phone_number: '0803 123 4567',
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

function next(slots: Iterator<Slot>): Slot {
  const { value, done } = slots.next()
  if (done) throw new Error('the bench ran out of slots')
  return value
}

/** Every slot of every doctor from tomorrow on, doctor by doctor in turn, so that a load spreads over them. */
function* allSlots(): Generator<Slot> {
  const today = clinicDate(new Date(), benchClinic.timeZone)
  const hours = benchClinic.locations.find(({ code }) => code === 'lag')?.openingHours ?? []
  for (let day = 1; day < benchClinic.booking.horizonDays; day++) {
    const date = addDays(today, day)
    for (const time of slotTimes(hours, date)) {
      for (const { id } of benchClinic.doctors.filter((doctor) => doctor.id.startsWith('bench-')))
        yield { doctorId: id, date, time }
    }
  }
}
