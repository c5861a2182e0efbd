import { hash } from 'node:crypto'
import type { BookedSeries, BookSeries } from '../../../contract/desk.ts'
import { addDays, clinicDate } from '../../../domain/clinic-time.ts'
import { isTooFar } from '../visits/desk-time.ts'
import { type Booker, bookAtDesk, type DeskOutcome, type DeskParts } from './desk.ts'

/** `repeated`: ids of those that were booked before, perhaps by a colleague. */
export type SeriesOutcome = BookedSeries & { kind: 'done' | 'key_reused'; repeated: string[] }

/**
 * Books a series, one appointment after the other and each by the rules of the desk: conflicts are left out. Each has a
 * key of its own, so that a series that is sent again books none twice. Its patient gets one message about all of them.
 * @param count called before each appointment; it throws when the desk has booked too many
 */
export async function bookSeries(
  parts: DeskParts,
  { series, key }: { series: BookSeries; key: string },
  booker: Booker,
  count: () => Promise<void>,
): Promise<SeriesOutcome> {
  const { first, everyWeeks, visits } = series
  const { timeZone } = parts.clinic
  // The same for a repeated series, so that new appointments are announced with the rest.
  const id = hash('sha256', `${booker.staff.id} ${key} ${everyWeeks} ${visits}`, 'base64url')
  const begin = first.appointment_date ?? clinicDate(booker.now, timeZone)
  const found: BookedSeries & { repeated: string[] } = { booked: [], clashing: [], repeated: [] }
  for (let i = 0; i < visits; i++) {
    const date = addDays(begin, i * everyWeeks * 7)
    const at = { appointment_date: date, start_time: first.start_time ?? '' }
    if (isTooFar(date, { clinic: parts.clinic, now: booker.now })) {
      found.clashing.push({ ...at, because: 'too_far', nearest: [] })
      continue
    }
    await count()
    // As long as a key may be; identifies the appointment by its place in the series.
    const outcome = await bookAtDesk(
      parts,
      { request: { ...first, appointment_date: date }, key: `${key}.${i}`, series: id },
      booker,
    )
    if (outcome.kind === 'key_reused') return { kind: 'key_reused', ...found }
    if (outcome.kind === 'repeated') found.repeated.push(outcome.answer.id)
    if (outcome.kind === 'booked' || outcome.kind === 'repeated') found.booked.push(outcome.answer)
    else found.clashing.push({ ...at, ...clashOf(outcome) })
  }
  return { kind: 'done', ...found }
}

type Clash = Exclude<DeskOutcome, { kind: 'booked' | 'repeated' | 'key_reused' }>

function clashOf(outcome: Clash): Pick<BookedSeries['clashing'][number], 'because' | 'nearest'> {
  if (outcome.kind === 'same_person_same_time') return { because: 'same_person', nearest: [] }
  return { because: outcome.hindrance?.because ?? 'taken', nearest: outcome.nearest }
}
