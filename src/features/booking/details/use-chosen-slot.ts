import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { bookingAtom } from '../state/booking-atom.ts'
import type { Slot } from '../state/booking-state.ts'
import { isGone } from './slot-days.ts'

/** Shows the first day with free times when none is chosen, so that the quickest booking is one press. */
export function useFirstFreeDay(next: string | undefined, onDate: (date: string) => void) {
  const { form } = useAtomValue(bookingAtom)
  const isUnset = form.date === ''
  useEffect(() => {
    if (isUnset && next) onDate(next)
  }, [isUnset, next])
}

/**
 * Takes back a chosen time that is not free any more: after a change of doctor, for a draft of yesterday, or
 * because someone else has booked it meanwhile.
 * @param times the free times of the chosen day, or null while they aren't known for certain
 * @returns the slot that was taken back, until another is chosen
 */
export function useGoneTime(times: readonly string[] | null): Slot | null {
  const [{ form, taken }, send] = useAtom(bookingAtom)
  const [gone, setGone] = useState<Slot | null>(null)
  const { date, time } = form
  useEffect(() => {
    if (!isGone(time, times)) return
    setGone({ date, time })
    send({ type: 'changed', change: { time: '' } })
  }, [times, date, time, send])
  return time === '' && !taken && gone?.date === date ? gone : null
}
