import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { noticeAtom, useChanges } from '../state/use-changes.ts'
import { useLimitedService } from '../state/use-limited-service.ts'
import { useNaming } from '../state/use-naming.ts'
import { usePlaceFacts } from '../state/use-place-facts.ts'
import { freeTimes } from './free-times.ts'

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
  const clinic = useClinic()
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const naming = useNaming()
  const changes = useChanges()
  const notify = useSetAtom(noticeAtom)
  const disabledReason = useDisabledReason()
  const { now } = useAsked()
  const location = row.user.location
  const own = row.appointment_date.slice(0, 10)
  const [from, setFrom] = useState(own < now.today ? now.today : own)
  const [chosen, setDoctor] = useState(row.waiting ? '' : row.doctor.id)
  const to = addDays(from, DAYS - 1)
  const { data } = useQuery(appointmentQueries.range(staffId, { location, from, to }))
  const facts = usePlaceFacts([location], true)
  const { isPending } = useQuery(serviceQueries.all(location))
  const service = useLimitedService([location])(row)
  const working = facts.doctors.get(location) ?? []
  const doctors = working.filter(({ id }) => isDoneBy(service, id))
  const others = working.filter((each) => !doctors.includes(each))
  // Whoever has it may no longer do its service, or work here.
  const doctor = !facts.isReady || doctors.some(({ id }) => id === chosen) ? chosen : ''
  const days = Array.from({ length: DAYS }, (_, i) => addDays(from, i))
  const isReady = data !== undefined && facts.isReady && !isPending
  useEffect(() => () => focusBack(opener), [opener])

  const offered = isReady
    ? days.map((day) => ({
        day,
        times: freeTimes({
          day,
          location,
          hours: hoursOf(location),
          timeZone: clinic.timeZone,
          doctors: doctors.filter(({ id }) => doctor === '' || id === doctor),
          blockers: facts.blockers,
          appointments: data.data,
          minutes: row.duration,
          id: row.id,
          first: minutesGone(day, now),
        }).filter(
          (time) =>
            row.waiting ||
            day !== own ||
            clockOf(time.from) !== row.appointment_date.slice(11, 16) ||
            time.doctor.id !== row.doctor.id,
        ),
      }))
    : []
  const shown = offered.filter(({ times }) => times.length > 0)
  const move = (day: string, minute: number, to: { id: string; name: string }) => {
    onClose()
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    void changes.set(row, {
      kind: 'move',
      to: {
        location,
        day,
        time: clockOf(minute),
        minutes: row.duration,
        doctor: { id: to.id, name: to.name },
      },
    })
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
        {isReady && shown.length === 0 && <p role="status">{t('move.none')}</p>}
        {shown.map(({ day, times }) => (
          <Day key={day} aria-label={t('move.times', { day: formatDay(day, language) })}>
            <h3>{formatDay(day, language)}</h3>
            <div>
              {times.map(({ from: minute, doctor: each }) => (
                <Button
                  key={minute}
                  variant="outlined"
                  aria-label={t('move.with', {
                    time: formatMinutes(minute, language),
                    doctor: each.name,
                  })}
                  onClick={() => move(day, minute, each)}
                >
                  {each.id === row.doctor.id || row.waiting
                    ? formatMinutes(minute, language)
                    : t('move.with', { time: formatMinutes(minute, language), doctor: each.name })}
                </Button>
              ))}
            </div>
          </Day>
        ))}
        <DialogFoot>
          {from > now.today && (
            <Button
              variant="outlined"
              onClick={() => {
                const earlier = addDays(from, -DAYS)
                setFrom(earlier < now.today ? now.today : earlier)
              }}
            >
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
