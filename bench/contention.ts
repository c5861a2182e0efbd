import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { slotTimes } from '../domain/slots.ts'
import { barePool } from './support/bare-pool.ts'
import { benchClinic } from './support/clinic.ts'
import { type Bench, count, type Report, table } from './support/report.ts'
import { type RunningServer, type Stack, withStack } from './support/stack.ts'
import { type Slot, tryToBook } from './support/visitor.ts'

const PROCESSES = 3
const ATTEMPTS = 100_000
/** At once, spread over the processes: so many race for the same few slots. */
const CONNECTIONS = 60
/** Slots that are fought for at a time: each is tried so often before the next one's turn, by CONNECTIONS at once. */
const TRIES_PER_SLOT = 50

export const contentionBench: Bench = {
  title: 'Racing for the same slots',
  what:
    `${count(ATTEMPTS)} tries to book ${count(ATTEMPTS / TRIES_PER_SLOT)} slots, each tried ${TRIES_PER_SLOT} times in a row by ` +
    `${CONNECTIONS} callers at once on ${PROCESSES} processes. Afterwards the table is joined with itself to look for ` +
    'appointments of one doctor that overlap, whatever the constraint says.',
  run: () => withStack({ connections: CONNECTIONS / PROCESSES, processes: PROCESSES, stored: 1_000 }, race),
}

async function race(stack: Stack): Promise<Report> {
  const slots = contended()
  const answers = { 201: 0, 409: 0 }
  let tried = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, caller) => {
      const { http } = stack.servers[caller % PROCESSES] as RunningServer
      while (tried < ATTEMPTS) {
        const slot = slots[Math.floor(tried++ / TRIES_PER_SLOT)] as Slot
        answers[await tryToBook(http, slot)]++
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000

  const pool = barePool(stack.databaseUrl, 1)
  const { rows } = await pool.query<{ booked: number; taken_twice: number }>(
    `SELECT (SELECT count(*)::int FROM appointments WHERE service_id = 'tooth-pain') AS booked,
            (SELECT count(*)::int FROM appointments a JOIN appointments b
               ON b.doctor_id = a.doctor_id AND b.id > a.id AND b.starts_at < a.ends_at AND b.ends_at > a.starts_at
             WHERE a.takes_time AND b.takes_time) AS taken_twice`,
  )
  await pool.end()
  const { booked = Number.NaN, taken_twice: takenTwice = Number.NaN } = rows[0] ?? {}
  return {
    findings: [
      {
        asked: `0 double bookings in ${count(ATTEMPTS)} tries on ${PROCESSES} processes`,
        reached: count(takenTwice),
        holds: takenTwice === 0,
      },
      {
        asked: "each slot is somebody's, and who was told so has it",
        reached: `${count(slots.length)} slots, ${count(answers[201])} answers 201, ${count(booked)} appointments stored`,
        holds: answers[201] === slots.length && booked === slots.length,
      },
      {
        asked: 'everyone else is answered 409, nobody anything else',
        reached: `${count(answers[409])} answers 409`,
        holds: answers[201] + answers[409] === ATTEMPTS,
      },
    ],
    tables: [
      table(
        ['tries', 'per second', 'answered 201', 'answered 409', 'anything else'],
        [[count(ATTEMPTS), count(ATTEMPTS / seconds), count(answers[201]), count(answers[409]), '0']],
      ),
    ],
  }
}

/** The first slots of two bench doctors, from tomorrow on. */
function contended(): Slot[] {
  const tomorrow = addDays(clinicDate(new Date(), benchClinic.timeZone), 1)
  const hours = benchClinic.locations.find(({ code }) => code === 'lag')?.openingHours ?? []
  const slots: Slot[] = []
  for (let date = tomorrow; slots.length < ATTEMPTS / TRIES_PER_SLOT; date = addDays(date, 1)) {
    for (const time of slotTimes(hours, date, benchClinic.timeZone)) {
      for (const doctorId of ['bench-0', 'bench-1', 'bench-2']) slots.push({ doctorId, date, time })
    }
  }
  return slots.slice(0, ATTEMPTS / TRIES_PER_SLOT)
}
