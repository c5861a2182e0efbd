import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { addDays } from '../../../../domain/clinic-time.ts'
import { isDoneBy } from '../../../../domain/services.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { serviceQueries } from '../../../api/services.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-body.tsx'
import { formatDay } from '../../../ui/format-time.ts'
import { FilterSelect } from '../../../ui/paged-list/filter-select.tsx'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useClinic } from '../../../use-clinic.ts'
import { clockOf, formatMinutes } from '../day/format-span.ts'
import { hoursOf } from '../day/hours-of.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import { focusBack } from '../state/focus-back.ts'
import type { ToMove } from '../state/move-atom.ts'
import { useAsked } from '../state/use-book.ts'
import { useChanges } from '../state/use-changes.ts'
import { useLimitedService } from '../state/use-limited-service.ts'
import { useNaming } from '../state/use-naming.ts'
import { useNotices } from '../state/use-notices.ts'
import { usePlaceFacts } from '../state/use-place-facts.ts'
import { type FreeTime, freeTimes } from './free-times.ts'

const WIDTH_PX = 560
const DAYS = 7

const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 12 })
const Day = styled('section')({
  display: 'grid',
  gap: 8,
  '& h3': { fontSize: '0.875rem' },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& button': { padding: '4px 10px', fontSize: '0.875rem' },
})

/** The free times of some days, to move a visit to one of them by a press. */
export function MoveDialog({ row, opener, onClose }: ToMove & { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const naming = useNaming()
  const changes = useChanges()
  const notify = useNotices()
  const disabledReason = useDisabledReason()
  const { now } = useAsked()
  const own = row.appointment_date.slice(0, 10)
  const [from, setFrom] = useState(own < now.today ? now.today : own)
  const [chosen, setDoctor] = useState(row.waiting ? '' : row.doctor.id)
  const { service, doctors, others, doctor, isReady, days } = useOfferedTimes(row, from, chosen)
  useEffect(() => () => focusBack(opener), [opener])

  const move = (day: string, { from: minute, doctor: to }: FreeTime) => {
    onClose()
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    void changes.set(row, {
      kind: 'move',
      to: {
        location: row.user.location,
        day,
        time: clockOf(minute),
        minutes: row.duration,
        doctor: { id: to.id, name: to.name },
      },
    })
  }
  const goBack = () => {
    const earlier = addDays(from, -DAYS)
    setFrom(earlier < now.today ? now.today : earlier)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      disableRestoreFocus
      aria-labelledby="move-appointment"
      slotProps={{ paper: { sx: { width: WIDTH_PX } } }}
    >
      <DialogBody>
        <h2 id="move-appointment">{t('move.title', { who: naming(row) })}</h2>
        <Tools>
          <FilterSelect
            label={t('move.doctor')}
            heading={t('move.doctor')}
            value={doctor}
            options={[['', t('move.same')], ...doctors.map(({ id, name }) => [id, name] as const)]}
            onChoose={setDoctor}
          />
        </Tools>
        {service && others.length > 0 && (
          <p>
            {t('move.notDone', {
              service: service.name,
              doctors: others.map(({ name }) => name).join(', '),
            })}
          </p>
        )}
        {!isReady && <p role="status">{t('move.loading')}</p>}
        {isReady && days.length === 0 && <p role="status">{t('move.none')}</p>}
        {days.map(({ day, times }) => (
          <DayTimes key={day} row={row} day={day} times={times} onChoose={(time) => move(day, time)} />
        ))}
        <DialogFoot>
          {from > now.today && (
            <Button variant="outlined" onClick={goBack}>
              {t('move.earlier')}
            </Button>
          )}
          <Button variant="outlined" onClick={() => setFrom(addDays(from, DAYS))}>
            {t('move.later')}
          </Button>
          <Button variant="outlined" onClick={onClose}>
            {t('move.close')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </Dialog>
  )
}

type DayTimesProps = {
  row: Appointment
  day: string
  times: readonly FreeTime[]
  onChoose: (time: FreeTime) => void
}

function DayTimes({ row, day, times, onChoose }: DayTimesProps) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  const withDoctor = ({ from, doctor }: FreeTime) =>
    t('move.with', { time: formatMinutes(from, language), doctor: doctor.name })
  return (
    <Day aria-label={t('move.times', { day: formatDay(day, language) })}>
      <h3>{formatDay(day, language)}</h3>
      <div>
        {times.map((time) => (
          <Button
            key={time.from}
            variant="outlined"
            aria-label={withDoctor(time)}
            onClick={() => onChoose(time)}
          >
            {time.doctor.id === row.doctor.id || row.waiting
              ? formatMinutes(time.from, language)
              : withDoctor(time)}
          </Button>
        ))}
      </div>
    </Day>
  )
}

/**
 * Free times of a week for a visit, those days that have some.
 * @param from the first day
 * @param chosen id of a doctor; empty: any
 */
function useOfferedTimes(row: Appointment, from: string, chosen: string) {
  const clinic = useClinic()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { now } = useAsked()
  const location = row.user.location
  const to = addDays(from, DAYS - 1)
  const { data } = useQuery(appointmentQueries.range(staffId, { location, from, to }))
  const facts = usePlaceFacts([location], true)
  const { isPending } = useQuery(serviceQueries.all(location))
  const service = useLimitedService([location])(row)
  const working = facts.doctors.get(location) ?? []
  const doctors = working.filter(({ id }) => isDoneBy(service, id))
  // Whoever has it may no longer do its service, or work here.
  const doctor = !facts.isReady || doctors.some(({ id }) => id === chosen) ? chosen : ''
  const isReady = data !== undefined && facts.isReady && !isPending
  const isOther = (day: string, time: FreeTime) =>
    row.waiting ||
    `${day}T${clockOf(time.from)}` !== row.appointment_date.slice(0, 16) ||
    time.doctor.id !== row.doctor.id
  const timesOf = (day: string) =>
    freeTimes({
      day,
      location,
      hours: hoursOf(location),
      timeZone: clinic.timeZone,
      doctors: doctors.filter(({ id }) => doctor === '' || id === doctor),
      blockers: facts.blockers,
      appointments: data?.data ?? [],
      minutes: row.duration,
      id: row.id,
      first: minutesGone(day, now),
    }).filter((time) => isOther(day, time))
  const week = isReady ? Array.from({ length: DAYS }, (_, i) => addDays(from, i)) : []
  return {
    service,
    doctors,
    others: working.filter((each) => !doctors.includes(each)),
    doctor,
    isReady,
    days: week.map((day) => ({ day, times: timesOf(day) })).filter(({ times }) => times.length > 0),
  }
}
