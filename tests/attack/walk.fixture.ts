import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

/** Names that nothing else has: letters alone, as the page checks names. */
const nameOf = (n: number) => `Zq${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}x`

export type Seed = ReturnType<typeof seedOf>
type VisitOptions = {
  location?: string
  doctor?: string
  /** ISO; left out: the doctor's next free slot. */
  startsAt?: string
  status?: string
  registered?: boolean
  /** A record that is there. */
  patientId?: string
}
export type SeededVisit = { id: string; patientId: string; reference: string; startsAt: Date }

/** Patients with unmistakable names and contacts, and what may be about them. */
export function seedOf(pool: Pool) {
  let made = 0
  const query = async <T>(text: string, values: unknown[]) => (await pool.query(text, values)).rows as T[]

  async function person({ registered = true, like = -1 } = {}): Promise<string> {
    const n = made++
    const [id, who] = [randomUUID(), like < 0 ? n : like]
    const name = nameOf(who)
    const phone = `+23480${String(31_000_000 + who)}`
    const email = `${name}@patients.example`
    await query(
      `INSERT INTO patients (id, verified, clinic_id, raw_id, first_name, last_name, email, email_key, phone, phone_e164, address,
         birth_date)
       VALUES ($1, $2, $3, $4, $5, 'Okeke', $6::text, lower($6::text), $7::text, $7::text, '1 Marina', $8)`,
      [
        id,
        registered,
        ...(registered ? [`ZQ-${n}`, `RAW-${n}`] : [null, '']),
        name,
        email,
        phone,
        registered ? '1985-03-21' : null,
      ],
    )
    return id
  }

  /** Half-hours of a doctor from Tuesday 12 March 2030 on, each once. */
  const taken = new Map<string, number>()
  function nextTime(doctor: string): string {
    const n = taken.get(doctor) ?? 0
    taken.set(doctor, n + 1)
    const day = new Date(Date.UTC(2030, 2, 12) + Math.floor(n / 10) * 7 * 86_400_000)
    const at = new Date(day.getTime() + 9 * 3_600_000 + (n % 10) * 1_800_000)
    return at.toISOString()
  }

  let series = 0
  /** Late on a Tuesday, two weeks after the last one: a series takes the week after it too. */
  const seriesTime = () => new Date(Date.UTC(2030, 2, 12, 15) + series++ * 14 * 86_400_000)

  let past = 0
  const pastTime = () => new Date(Date.UTC(2030, 1, 4, 8) + past++ * 1_800_000).toISOString()

  async function visit({
    location = 'fct',
    doctor = 'fct-musa',
    startsAt = nextTime(doctor),
    status = 'open',
    registered = false,
    patientId,
  }: VisitOptions = {}): Promise<SeededVisit> {
    const [id, who] = [randomUUID(), patientId ?? (await person({ registered }))]
    const reference = `ZQ${String(made++).padStart(6, '0')}`
    await query(
      `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
         starts_at, ends_at, status, complaint)
       VALUES ($1, $2, $3, $4, true, $5, 'Tooth Pain', 'consultation', $6, $6::timestamptz + interval '30 minutes', $7, '')`,
      [id, reference, who, doctor, location, startsAt, status],
    )
    return { id, patientId: who, reference, startsAt: new Date(startsAt) }
  }

  /** This afternoon; an earlier booking of the slot was cancelled. */
  async function visitToday(): Promise<SeededVisit> {
    const startsAt = '2030-03-04T15:00:00Z'
    await query(`UPDATE appointments SET status = 'cancelled', visit = NULL WHERE starts_at = $1`, [startsAt])
    return visit({ startsAt })
  }

  async function waiting(more: { appointment?: SeededVisit; patientId?: string } = {}): Promise<string> {
    const patientId = more.appointment?.patientId ?? more.patientId ?? (await person())
    const [row] = await query<{ id: string }>(
      `INSERT INTO waiting_entries (appointment_id, patient_id, location, minutes, from_day, to_day, language, created_at)
       VALUES ($1, $2, 'fct', 30, '2030-03-04', '2030-03-29', 'en', '2030-03-04T08:00:00Z') RETURNING id`,
      [more.appointment?.id ?? null, patientId],
    )
    return row?.id ?? ''
  }

  /** An offer of a free slot, to a person without an appointment, which the desk is to call about. */
  async function offer(): Promise<string> {
    const [entry, startsAt] = [await waiting(), nextTime('fct-musa')]
    const [row] = await query<{ id: string }>(
      `WITH freed AS (
         INSERT INTO freed_times (location, doctor_id, starts_at, ends_at)
         VALUES ('fct', 'fct-musa', $2, $2::timestamptz + interval '30 minutes') RETURNING id
       )
       INSERT INTO offers (id, entry_id, freed_id, location, doctor_id, starts_at, ends_at, created_at, good_until, call_at)
       SELECT gen_random_uuid(), $1, freed.id, 'fct', 'fct-musa', $2, $2::timestamptz + interval '30 minutes', '2030-03-04T08:00:00Z',
         '2030-03-05T20:00:00Z', '2030-03-04T08:00:00Z' FROM freed RETURNING id`,
      [entry, startsAt],
    )
    return row?.id ?? ''
  }

  async function todo(): Promise<string> {
    const { id } = await visit()
    const [row] = await query<{ id: string }>(
      `INSERT INTO todos (kind, appointment_id) VALUES ('cancellation_not_sent', $1) RETURNING id`,
      [id],
    )
    return row?.id ?? ''
  }

  return {
    person,
    visit,
    visitToday,
    nextTime,
    seriesTime,
    pastTime,
    waiting,
    offer,
    todo,
    query,
    /** A registered patient and a visitor of the same contact and name, each with an appointment. */
    async namesakes() {
      const n = made
      const registered = await visit({ registered: true })
      const visitor = await visit({ patientId: await person({ registered: false, like: n }) })
      return { registered, visitor }
    },
  }
}
