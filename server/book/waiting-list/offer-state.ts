/**
 * Condition that an offer of `offers o` to an entry `e` can still be claimed, apart from its slot. @param now its
 * parameter
 */
export const HOLDS = (now: string) =>
  `o.claimed_at IS NULL AND o.declined_at IS NULL AND o.good_until > ${now} AND e.ended_at IS NULL`

/**
 * Condition that the slot of an offer of `offers o` to an entry `e` is free; the appointment that would move may
 * overlap it.
 */
export const IS_FREE = `NOT EXISTS (
  SELECT FROM appointments taken
  WHERE taken.doctor_id = o.doctor_id AND taken.takes_time AND taken.id IS DISTINCT FROM e.appointment_id
    AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(o.starts_at, o.ends_at))`
