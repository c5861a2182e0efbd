import { clinicDate } from '../../domain/clinic-time.ts'
import type { Freshness } from '../live/live-state.ts'
import { formatSince } from './format-instant.ts'

/** Ages in milliseconds from which data is old, and then stale. */
const OLD_MS = 30 * 60_000
const STALE_MS = 4 * 3_600_000
/** A time further in the future, in milliseconds, comes from a clock that was put back since. */
const PUT_BACK_MS = 2 * 60_000

type Given = {
  freshness: Freshness
  /** Time of the fetch, milliseconds since 1970; 0: never. */
  updatedAt: number
  /** Milliseconds since 1970, by the same clock. */
  now: number
}
type DataState = {
  tone: 'good' | 'plain' | 'old' | 'stale'
  /** 'waiting' and 'nothing': there is no data yet, and without a connection none comes. */
  word: 'live' | 'updated' | 'offline' | 'waiting' | 'nothing'
  /** '10:42' in clinic time; with the day where that is another one. Empty where the text has none. */
  time: string
}

/** Data of unknown age counts as stale. */
export function dataStateOf(
  { freshness, updatedAt, now }: Given,
  language: string,
  timeZone: string,
): DataState {
  if (updatedAt === 0) {
    if (freshness === 'live') return { tone: 'good', word: 'live', time: '' }
    return { tone: 'plain', word: freshness === 'offline' ? 'nothing' : 'waiting', time: '' }
  }
  const time = formatSince(updatedAt, clinicDate(new Date(now), timeZone), timeZone, language)
  if (freshness === 'live') return { tone: 'good', word: 'live', time }
  const age = now - updatedAt
  const isStale = age >= STALE_MS || age < -PUT_BACK_MS
  return {
    tone: isStale ? 'stale' : age >= OLD_MS ? 'old' : 'plain',
    word: freshness === 'offline' ? 'offline' : 'updated',
    time,
  }
}
