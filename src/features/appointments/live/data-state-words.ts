import { clinicDate, clinicTime } from '../../../../domain/clinic-time.ts'
import { shortDay } from '../../../ui/clinic-words.ts'

/** From these ages on, in milliseconds, what is shown is old, and then stale (design, 'The look'). */
const OLD_MS = 30 * 60_000
const STALE_MS = 4 * 3_600_000

type Given = {
  freshness: 'live' | 'polled' | 'offline'
  /** When the appointments were fetched, milliseconds since 1970; 0: not yet. */
  updatedAt: number
  /** Milliseconds since 1970. */
  now: number
}
type DataState = {
  tone: 'good' | 'plain' | 'old' | 'stale'
  /** Which text is shown. 'waiting' and 'nothing': no appointments are there yet, and without a connection none come. */
  word: 'live' | 'updated' | 'offline' | 'waiting' | 'nothing'
  /** '10:42' in clinic time; with the day where that is another one. Empty where the text has none. */
  time: string
}

/** What the page says of how fresh its appointments are. */
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
  return {
    tone: age >= STALE_MS ? 'stale' : age >= OLD_MS ? 'old' : 'plain',
    word: freshness === 'offline' ? 'offline' : 'updated',
    time,
  }
}

function momentOf(at: Date, now: Date, language: string, timeZone: string): string {
  const day = clinicDate(at, timeZone)
  const time = clinicTime(at, timeZone)
  return day === clinicDate(now, timeZone) ? time : `${shortDay(day, language)}, ${time}`
}
