import type { Pool } from 'pg'
import { type Finding, ok, wrong } from './finding.ts'

/** Tolerated difference, in seconds. */
const TOLERATED = 60

/** @param seconds how far the other clock is ahead of this machine's */
export type Clock = { whose: string; seconds: number }

export async function databaseClock(db: Pick<Pool, 'query'>): Promise<Clock> {
  const asked = Date.now()
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const halfway = (asked + Date.now()) / 2
  return { whose: 'the database', seconds: (rows[0]!.now.getTime() - halfway) / 1000 }
}

/** Codes, sessions and 'today' use these clocks; the check cannot know which of two is wrong. */
export function checkClocks(clocks: readonly Clock[]): Finding[] {
  const off = clocks.filter(({ seconds }) => Math.abs(seconds) > TOLERATED)
  if (off.length > 0) {
    return off.map(({ whose, seconds }) =>
      wrong(
        'Clock',
        `The clock of this machine is ${Math.round(Math.abs(seconds))} s ${seconds > 0 ? 'behind' : 'ahead of'} that of ${whose}.`,
        'Let both keep their time by NTP: codes, sessions and what is past go by it.',
      ),
    )
  }
  if (clocks.length === 0) return []
  return [ok('Clock', `This machine's agrees with ${clocks.map(({ whose }) => whose).join(' and ')}.`)]
}
