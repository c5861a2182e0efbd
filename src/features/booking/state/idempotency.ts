import * as v from 'valibot'
import type { BookAppointmentWire } from '../../../../contract/booking.ts'
import { newKey } from '../../../http/new-key.ts'

/**
 * A booking that was sent, so that trying again never books twice (docs/decisions/003).
 * It is stored with the draft: a reload in a tunnel must not forget the key.
 */
export type Attempt = {
  key: string
  /** The bodies sent under this key, latest last. More than one when answers got lost. */
  bodies: readonly BookAppointmentWire[]
  /**
   * 'unanswered': something sent under this key may have been booked without our knowing.
   * 'refused': every sending was answered with a refusal, so nothing was booked under it.
   */
  state: 'unanswered' | 'refused'
}

const Body = v.custom<BookAppointmentWire>((value) => typeof value === 'object' && value !== null)

/** An attempt as it is stored with the draft. Earlier versions stored each body as a text of JSON. */
export const StoredAttempt = v.object({
  key: v.string(),
  bodies: v.array(v.union([Body, v.pipe(v.string(), v.parseJson(), Body)])),
  state: v.picklist(['unanswered', 'refused']),
})

/**
 * The attempt to make with a body. Where everything was refused a changed body gets a new key. While an
 * answer is outstanding the key stays, even for a changed body: the lost one may have been booked, and the
 * server then says so instead of booking a second.
 */
export function nextAttempt(previous: Attempt | null, body: BookAppointmentWire, makeKey = newKey): Attempt {
  const latest = previous?.bodies.at(-1)
  if (!previous || (previous.state === 'refused' && !(latest && isSame(latest, body)))) {
    return { key: makeKey(), bodies: [body], state: 'unanswered' }
  }
  const others = previous.bodies.filter((sent) => !isSame(sent, body))
  return { key: previous.key, bodies: [...others, body], state: 'unanswered' }
}

/**
 * The attempt after the server refused it. A refusal speaks for the call it answers, not for an earlier one
 * under the same key whose answer got lost; 'slot_taken' alone does: had an earlier one been booked, the
 * server would have known the key before it looked at the time.
 * @param previous the attempt before this sending
 */
export function refusedAttempt(previous: Attempt | null, sent: Attempt, code: string | undefined): Attempt {
  const isOpen = previous?.state === 'unanswered' && previous.key === sent.key
  return { ...sent, state: isOpen && code !== 'slot_taken' ? 'unanswered' : 'refused' }
}

/** Whether two bodies book the same; every field of them is one plain value. */
function isSame(one: BookAppointmentWire, other: BookAppointmentWire): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof BookAppointmentWire)[]
  return fields.every((field) => one[field] === other[field])
}
