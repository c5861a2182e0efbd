import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { useClinic } from '../../../use-clinic.ts'
import { clockOf } from '../day/format-span.ts'
import { hoursOf } from '../day/hours-of.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import { useAsked } from '../state/use-book.ts'
import { usePlaceFacts } from '../state/use-place-facts.ts'
import { freeTimes } from './free-times.ts'

type Question = {
  location: string
  /** 'YYYY-MM-DD' in clinic time; empty: none. */
  day: string
  /** Ids of the doctors who may see the patient. */
  doctors: readonly string[]
  minutes: number
}

/** Free times of a day ('HH:mm') by what this device has stored of it; none where it has stored nothing. */
export function useStoredFreeTimes({ location, day, doctors, minutes }: Question, wanted: boolean): string[] {
  const clinic = useClinic()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { now } = useAsked()
  const isWanted = wanted && day !== ''
  const { data } = useQuery({ ...appointmentQueries.day(staffId, { location, day }), enabled: isWanted })
  const facts = usePlaceFacts([location], isWanted)
  if (!isWanted || !data) return []
  return freeTimes({
    day,
    location,
    hours: hoursOf(location),
    timeZone: clinic.timeZone,
    doctors: (facts.doctors.get(location) ?? []).filter(({ id }) => doctors.includes(id)),
    blockers: facts.blockers,
    appointments: data.data,
    minutes,
    id: '',
    first: minutesGone(day, now),
  }).map(({ from }) => clockOf(from))
}
