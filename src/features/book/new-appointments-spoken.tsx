import { styled } from '@mui/material/styles'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationQueries } from '../../api/notifications.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { onLiveEvent } from '../../live/live-events.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { unseen } from '../../theme/unseen.ts'
import { formatTime, shortDay } from '../../ui/format-time.ts'
import { locationName } from '../../ui/location-name.ts'
import { type Booking, inBursts } from './bursts.ts'

/** Cleared after this time, in milliseconds: an unchanged text would not be announced for the next burst. */
const SPOKEN_FOR_MS = 8_000

const Unseen = styled('p')({ ...unseen, margin: 0 })

/** Announces new appointments to screen readers, politely and once per burst. @param location code, or 'all' */
export function NewAppointmentsSpoken({ location }: { location: string }) {
  const client = useQueryClient()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const announcement = useAnnouncement()
  const [text, setText] = useState('')
  const latest = useRef({ location, announcement })
  useEffect(() => {
    latest.current = { location, announcement }
  })

  useEffect(() => {
    let isHere = true
    const bursts = inBursts(async (bookings) => {
      const at = bookings.length === 1 ? await timeOf(bookings[0], client, staffId) : undefined
      if (isHere) setText(latest.current.announcement(bookings, at))
    })
    const stop = onLiveEvent((event) => {
      const { location } = latest.current
      if (event.type !== 'appointment' || event.change !== 'booked') return
      if (location === 'all' || location === event.location) bursts.add(event)
    })
    return () => {
      isHere = false
      stop()
      bursts.end()
    }
  }, [client, staffId])

  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), SPOKEN_FOR_MS)
    return () => clearTimeout(timer)
  }, [text])

  return <Unseen role="status">{text}</Unseen>
}

/** Events carry ids only, so the time comes from the bell's answer, which is awaited; without one it is unknown. */
async function timeOf(
  booking: Booking | undefined,
  client: QueryClient,
  staffId: string,
): Promise<string | undefined> {
  const bell = await client.fetchQuery(notificationQueries.latest(staffId)).catch(() => undefined)
  return bell?.items.find(({ id }) => id === booking?.id)?.appointment_date
}

function useAnnouncement() {
  const { t, i18n } = useTranslation('appointments')
  return (bookings: readonly Booking[], at: string | undefined) => {
    const [only, ...others] = bookings
    if (!only || others.length > 0) return t('live.manyCame', { count: bookings.length })
    const place = locationName(only.location)
    if (!at) return t('live.oneCame', { location: place })
    // An instant of the wire carries the clinic's offset: its own digits are clinic time.
    return t('live.oneCameAt', {
      time: formatTime(at.slice(11, 16), isoLanguage(i18n.language)),
      day: shortDay(at.slice(0, 10), isoLanguage(i18n.language)),
      location: place,
    })
  }
}
