import type { Pool } from 'pg'
import type { Doctor } from '../../../domain/clinic.ts'
import { locationsOf } from '../../../domain/doctors.ts'
import type { Interval } from '../../../domain/slots.ts'
import { together } from '../../platform/db/together.ts'

type Question = {
  /** The locations where one of the doctors works. */
  locations: readonly string[]
  doctors: readonly string[]
  /** Seconds since 1970. */
  from: number
  to: number
}
type Taken = Map<string, Interval[]>

const TAKEN = {
  name: 'availability-taken',
  // An appointment lasts at most four hours (a check of the table), so a range of starts finds it, which an
  // index by location, status and start supports. One text for each question: rows would take the driver longer than
  // all the rest. Ids of doctors have no spaces.
  text: `SELECT place, string_agg(doctor_id || ' ' || date_part('epoch', starts_at) || ' ' || date_part('epoch', ends_at), ' ') AS taken
         FROM jsonb_to_recordset($1) AS q (place int, locations text[], doctors text[], "from" float8, "to" float8)
         JOIN appointments ON location = ANY (locations) AND doctor_id = ANY (doctors)
           AND starts_at >= to_timestamp("from") - interval '4 hours' AND starts_at < to_timestamp("to")
           AND ends_at > to_timestamp("from")
           AND status IN ('open', 'confirmed') AND takes_time
         GROUP BY place`,
}

const DAY_S = 86_400
/** Days in one batched statement. */
const DAYS_TOGETHER = 31

type TakenQuery = (question: Question) => Promise<Taken>
const askedOf = new WeakMap<Pick<Pool, 'query'>, TakenQuery>()

/** The doctors' appointments inside [from, to), at any location. Concurrent callers share a statement. */
export function takenPeriods(
  pool: Pick<Pool, 'query'>,
  doctors: readonly Pick<Doctor, 'id' | 'location' | 'openingHours'>[],
  from: Date,
  to: Date,
): Promise<Taken> {
  let ask = askedOf.get(pool)
  if (!ask) {
    ask = together((questions) => takenOfEach(pool, questions), {
      weigh: (question) => Math.ceil((question.to - question.from) / DAY_S),
      most: DAYS_TOGETHER,
    })
    askedOf.set(pool, ask)
  }
  return ask({
    locations: [...new Set(doctors.flatMap(locationsOf))],
    doctors: doctors.map(({ id }) => id),
    from: from.getTime() / 1000,
    to: to.getTime() / 1000,
  })
}

async function takenOfEach(pool: Pick<Pool, 'query'>, questions: readonly Question[]): Promise<Taken[]> {
  const { rows } = await pool.query<{ place: number; taken: string }>({
    ...TAKEN,
    values: [JSON.stringify(questions.map((question, place) => ({ place, ...question })))],
  })
  const texts = new Map(rows.map(({ place, taken }) => [place, taken]))
  return questions.map((_, place) => periodsIn(texts.get(place)))
}

/** Reads 'doctor start end' again and again, in seconds. */
function periodsIn(text: string | undefined): Taken {
  const taken: Taken = new Map()
  if (text === undefined) return taken
  const words = text.split(' ')
  const ms = (seconds: string | undefined) => Math.round(Number(seconds) * 1000)
  for (let at = 0; at < words.length; at += 3) {
    const doctor = words[at] as string
    const period = { start: ms(words[at + 1]), end: ms(words[at + 2]) }
    const periods = taken.get(doctor)
    if (periods) periods.push(period)
    else taken.set(doctor, [period])
  }
  return taken
}

/** An appointment that does not count as taken: the one being moved. */
export type Except = { doctorId: string; startsAt: Date; endsAt: Date } | null

export function leaveOut(taken: Map<string, Interval[]>, except: Except): void {
  const own = except && taken.get(except.doctorId)
  if (!except || !own) return
  const others = own.filter(
    ({ start, end }) => start !== except.startsAt.getTime() || end !== except.endsAt.getTime(),
  )
  taken.set(except.doctorId, others)
}
