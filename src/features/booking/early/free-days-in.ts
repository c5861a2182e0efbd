import * as v from 'valibot'
import { AvailabilityAnswer, type DayAvailability } from '../../../../contract/availability.ts'
import type { EarlyAnswer } from '../../../http/early-answer.ts'

/** Free times as the page has asked for them; `at`: when, milliseconds since 1970, this device's. */
type Found = { days: DayAvailability[]; at: number; serverTime: string | null }

/**
 * Reads what public/early-booking.js has asked for, and leaves the answer as it is: the app takes it too.
 * @param location the times that are wanted
 * @returns null: it was asked for another location, failed, or is no answer of ours
 * @throws where no answer came, or the app has read it already
 */
export async function freeDaysIn(
  location: string,
  { address, at, answer }: EarlyAnswer,
): Promise<Found | null> {
  const [, query] = address.split('?')
  if (new URLSearchParams(query).get('location') !== location) return null
  const response = (await answer).clone()
  const parsed = v.safeParse(AvailabilityAnswer, await response.json())
  if (!response.ok || !parsed.success) return null
  return { days: parsed.output.data, at, serverTime: response.headers.get('date') }
}
