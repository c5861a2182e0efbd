import { useMemo, useRef } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { lazyModule, useLazyModule } from '../../../ui/lazy.tsx'
import { WaitingTray } from '../beside/waiting-tray.tsx'
import { frameOf, loadOf, splitWaiting } from '../day/arrange.ts'
import { dayColumns } from '../day/day-columns.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import type { PlaceFacts } from '../state/use-place-facts.ts'
import { Calendar } from './grid/calendar.tsx'
import type { GapPlace } from './grid/gap.tsx'
import type { Group } from './grid/groups.ts'
import { LoadStrip, LoadWords } from './load-strip.tsx'
import { useShared } from './use-shared.ts'
import { HALF_HOUR_PX } from './use-touch.ts'

/* Of no use without the server, so that it is not kept on a device. */
const lateMenu = lazyModule(async () => (await import('../beside/late/late-menu.tsx')).LateMenu)

const AXIS_PX = 76
const COLUMN_PX = 190

type Props = {
  code: string
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  now: { at: number; today: string; minutes: number }
  appointments: readonly Appointment[]
  facts: PlaceFacts
  hours: OpeningHours
  isTouch: boolean
  shown: string | null
  chosen: GapPlace | null
  onOpen: (id: string) => void
  onGap: (gap: GapPlace) => void
}

/** The day of a location: a column for each doctor. */
export function DayGrid({
  code,
  day,
  now,
  appointments,
  facts,
  hours,
  isTouch,
  shown,
  chosen,
  onOpen,
  onGap,
}: Props) {
  const working = facts.doctors.get(code)
  const arranged = useMemo(() => {
    const found = dayColumns({ code, day, hours, working, blockers: facts.blockers, appointments })
    return { ...found, span: frameOf(found.columns) }
  }, [facts.blockers, working, appointments, code, day, hours])
  const { columns, shared, span } = useShared(arranged)
  const waiting = useMemo(() => splitWaiting(appointments).waiting, [appointments])
  const tray = useRef<HTMLElement>(null)
  const isToday = day === now.today
  const late = useLazyModule(lateMenu, isToday)
  const gone = minutesGone(day, now)
  // One group for each doctor, but what is blocked for all of them is drawn once over all.
  const groups: Group[] = [
    {
      key: day,
      day,
      columns,
      shared,
      heads: columns.map((column) => {
        const load = loadOf(column, gone)
        return (
          <div className="head" key={column.key}>
            <div>
              <h3>{column.doctor.name}</h3>
              {column.isWorking && <LoadWords of={load} kind={isTouch ? 'least' : 'long'} />}
              {column.isWorking && late.status === 'ready' && isToday && (
                <late.module location={code} doctor={column.doctor} />
              )}
            </div>
            {column.isWorking && <LoadStrip of={load} />}
          </div>
        )
      }),
    },
  ]
  return (
    <>
      {waiting.length > 0 && (
        <WaitingTray
          location={code}
          waiting={waiting}
          columns={columns}
          first={gone}
          now={now.at}
          tray={tray}
          onOpen={onOpen}
        />
      )}
      <Calendar
        question={`${code} ${day}`}
        groups={groups}
        span={span}
        kind={isTouch ? 'touch' : 'desk'}
        halfHourPx={isTouch ? HALF_HOUR_PX.touch : HALF_HOUR_PX.desk}
        columnPx={COLUMN_PX}
        axisPx={AXIS_PX}
        now={now}
        shown={shown}
        chosen={chosen}
        onOpen={onOpen}
        onGap={onGap}
        waiting={waiting}
        tray={tray}
      />
    </>
  )
}
