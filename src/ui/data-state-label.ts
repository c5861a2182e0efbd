import { clinicDate, clinicTime } from '../../domain/clinic-time.ts'
import type { Freshness } from '../live/live-state.ts'
import { formatTime, shortDay } from './format-time.ts'

/** From these ages on, in milliseconds, what is shown is old, and then stale (design, 'The look'). */
const OLD_MS = 30 * 60_000
const STALE_MS = 4 * 3_600_000
/** A moment that lies further ahead, in milliseconds, was noted by another clock: the device's was put back. */
const PUT_BACK_MS = 2 * 60_000

type Given = {
  freshness: Freshness
  /** When what is shown was fetched, milliseconds since 1970; 0: not yet. */
  updatedAt: number
  /** Milliseconds since 1970, by the same clock. */
  now: number
}
type DataState = {
  tone: 'good' | 'plain' | 'old' | 'stale'
  /** Which text is shown. 'waiting' and 'nothing': nothing is there yet, and without a connection nothing comes. */
  word: 'live' | 'updated' | 'offline' | 'waiting' | 'nothing'
  /** '10:42' in clinic time; with the day where that is another one. Empty where the text has none. */
  time: string
}

/** What a page says of how fresh its data is. Whoever cannot know how old it is takes it for stale. */
export function dataStateOf(
  { freshness, updatedAt, now }: Given,
  language: string,
  timeZone: string,
): DataState {
  if (updatedAt === 0) {
    if (freshness === 'live') return { tone: 'good', word: 'live', time: '' }
    return { tone: 'plain', word: freshness === 'offline' ? 'nothing' : 'waiting', time: '' }
  }
  const time = momentOf(new Date(updatedAt), new Date(now), language, timeZone)
  if (freshness === 'live') return { tone: 'good', word: 'live', time }
  const age = now - updatedAt
  const isStale = age >= STALE_MS || age < -PUT_BACK_MS
  return {
    tone: isStale ? 'stale' : age >= OLD_MS ? 'old' : 'plain',
    word: freshness === 'offline' ? 'offline' : 'updated',
    time,
  }
}

function momentOf(at: Date, now: Date, language: string, timeZone: string): string {
  const day = clinicDate(at, timeZone)
  const time = formatTime(clinicTime(at, timeZone), language)
  return day === clinicDate(now, timeZone) ? time : `${shortDay(day, language)}, ${time}`
}
