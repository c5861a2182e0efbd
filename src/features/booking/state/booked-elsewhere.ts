import { useStore } from 'jotai'
import { useEffect } from 'react'
import * as v from 'valibot'
import { DEFAULT_MINUTES } from '../../../../domain/services.ts'
import { joinChannel } from '../../../device/tabs/channel.ts'
import { bookingAtom } from './booking-atom.ts'
import { bodyToSend } from './booking-body.ts'
import type { BookedAppointment } from './booking-state.ts'

/** Tabs of one device tell each other on it what was booked. */
const CHANNEL = 'enamel-booked'

/** The booking as it was sent, in JSON, and what was answered. */
type TabMessage = { body: string; appointment: BookedAppointment }
const TabMessage: v.GenericSchema<unknown, TabMessage> = v.object({
  body: v.string(),
  appointment: v.object({
    date: v.string(),
    time: v.string(),
    // These two are missing in what a page of an older version says.
    minutes: v.optional(v.number(), DEFAULT_MINUTES),
    assigned: v.optional(v.nullable(v.string()), null),
    reference: v.string(),
    doctor: v.nullable(v.string()),
    location: v.string(),
    email: v.string(),
    phone: v.string(),
    earlier: v.boolean(),
  }),
})

/**
 * Tells the other tabs what was booked here.
 * @param body the booking as it was sent, in JSON
 */
export function announceBooked(body: string, appointment: BookedAppointment): void {
  const channel = joinChannel(CHANNEL, TabMessage)
  channel?.post({ body, appointment })
  channel?.leave()
}

/**
 * Takes over a booking of another tab that is the same as this one's: tabs share the draft, so both may be at Submit,
 * each with a key of its own. Another booking, for a sister say, goes on.
 */
export function useBookedElsewhere(): void {
  const store = useStore()
  useEffect(() => {
    const channel = joinChannel(CHANNEL, TabMessage, ({ body, appointment }) => {
      const state = store.get(bookingAtom)
      if (state.booked || body !== JSON.stringify(bodyToSend(state))) return
      store.set(bookingAtom, { type: 'booked', appointment })
    })
    return () => channel?.leave()
  }, [store])
}
