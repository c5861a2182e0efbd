import { useStore } from 'jotai'
import { useEffect } from 'react'
import { bookingAtom } from './booking-atom.ts'
import { bodyToSend } from './booking-body.ts'
import type { BookedAppointment } from './booking-state.ts'

/** Tabs of one device tell each other on it what was booked; nothing of it is stored. */
const CHANNEL = 'enamel-booked'
type News = { body: string; appointment: BookedAppointment }

/**
 * Tells the other tabs what was booked here.
 * @param body the booking as it was sent, in JSON
 */
export function announceBooked(body: string, appointment: BookedAppointment): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ body, appointment } satisfies News)
  channel.close()
}

/**
 * Takes over what another tab has booked, when this one was about to book just that: the draft is shared between
 * tabs, so both may stand at Submit, each with a key of its own. Another booking, of a sister say, goes on.
 */
export function useBookedElsewhere(): void {
  const store = useStore()
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      const state = store.get(bookingAtom)
      if (state.booked || data.body !== JSON.stringify(bodyToSend(state))) return
      store.set(bookingAtom, { type: 'booked', appointment: data.appointment })
    }
    return () => channel.close()
  }, [store])
}
