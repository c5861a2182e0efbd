import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationQueries } from '../../../api/notifications.ts'
import { onLiveEvent } from '../../../live/live-events.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { shortDay, timeInWords } from '../../../ui/clinic-words.ts'
import { locationName } from '../../../ui/location-name.ts'
import { type Booking, inBursts } from './bursts.ts'

/** A text that stayed would not be heard again when the next burst has the same words, in milliseconds. */
const SPOKEN_FOR_MS = 8_000

const Unseen = styled('p')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
})

/**
 * Tells people who do not see the list of appointments that come in by themselves: politely, and once per burst.
 * @param location whose bookings are told, or 'all'
 */
export function NewAppointmentsSpoken({ location }: { location: string }) {
  const say = useWords()
  const [text, setText] = useState('')
  const latest = useRef({ location, say })
  useEffect(() => {
    latest.current = { location, say }
  })

  useEffect(() => {
    const bursts = inBursts((bookings) => setText(latest.current.say(bookings)))
    const stop = onLiveEvent((event) => {
      const { location } = latest.current
      if (event.type !== 'appointment' || event.change !== 'booked') return
      if (location === 'all' || location === event.location) bursts.add(event)
    })
    return () => {
      stop()
      bursts.end()
    }
  }, [])

  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), SPOKEN_FOR_MS)
    return () => clearTimeout(timer)
  }, [text])

  return <Unseen role="status">{text}</Unseen>
}

/** The sentence for a burst. When an appointment is, the bell knows by now: an event carries ids only. */
function useWords() {
  const { t, i18n } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { data } = useQuery({ ...notificationQueries.latest(staffId), notifyOnChangeProps: ['data'] })
  return (bookings: readonly Booking[]) => {
    const [only, ...others] = bookings
    if (!only || others.length > 0) return t('live.manyCame', { count: bookings.length })
    const place = locationName(only.location)
    const at = data?.items.find(({ id }) => id === only.id)?.appointment_date
    if (!at) return t('live.oneCame', { location: place })
    // An instant of the wire carries the clinic's offset: its own digits are clinic time.
    return t('live.oneCameAt', {
      time: timeInWords(at.slice(11, 16), i18n.language),
      day: shortDay(at.slice(0, 10), i18n.language),
      location: place,
    })
  }
}
