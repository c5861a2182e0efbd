import { useAtomValue } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { offlineRequestsAtom } from '../../../offline/requests/requests-atom.ts'
import { mayAtom } from '../../../session/rights.ts'
import { WaitingTray } from '../beside/waiting-tray.tsx'
import { splitWaiting } from '../day/arrange.ts'
import { dayColumns } from '../day/day-columns.ts'
import { hoursOf } from '../day/hours-of.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import type { PlaceFacts } from '../state/use-place-facts.ts'
import { DayList } from './day-list.tsx'
import { RequestStrip } from './grid/request-drafts.tsx'

type Props = {
  label: string
  code: string
  day: string
  now: { at: number; today: string; minutes: number }
  appointments: readonly Appointment[]
  facts: PlaceFacts
  onOpen: (id: string) => void
}

/** The day as a list, with who waits for a time above it. */
export function NarrowDay({ label, code, day, now, appointments, facts, onOpen }: Props) {
  const { timed, waiting } = splitWaiting(appointments)
  const hours = hoursOf(code)
  const mayBook = useAtomValue(mayAtom)('book.write')
  const asked = useAtomValue(offlineRequestsAtom)?.requests ?? []
  const requests = asked.filter(({ body }) => body.appointment_date === day && body.location === code)
  return (
    <>
      {waiting.length > 0 && (
        <WaitingTray
          location={code}
          waiting={waiting}
          columns={
            dayColumns({
              code,
              day,
              hours,
              working: facts.doctors.get(code),
              blockers: facts.blockers,
              appointments: timed,
            }).columns
          }
          first={minutesGone(day, now)}
          now={now.at}
          onOpen={onOpen}
        />
      )}
      <RequestStrip requests={mayBook ? requests : []} />
      {timed.length > 0 && (
        <DayList
          key={`${code} ${day}`}
          label={label}
          appointments={timed}
          now={now.at}
          isToday={day === now.today}
          onOpen={onOpen}
        />
      )}
    </>
  )
}
