import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../../../domain/clinic-time.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useClinic } from '../../../use-clinic.ts'
import { clockOf } from '../day/format-span.ts'
import { hoursOf } from '../day/hours-of.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import { useAsked } from '../state/use-book.ts'
import { usePlaceFacts } from '../state/use-place-facts.ts'
import { freeTimes, timesOfDay } from './free-times.ts'
import { ChoiceLine } from './lines.tsx'
import { MomentLine } from './moment-line.tsx'
import { isWhole } from './typed.ts'
import type { DeskForm } from './use-desk-form.ts'

/** Day, time, location and doctor, if no time was chosen in the book. */
export function TimeChoice({ desk }: { desk: DeskForm }) {
  const { t } = useTranslation('desk')
  const own = useAtomValue(ownLocationsAtom)
  const { form, set, mode, doctors, today } = desk
  return (
    <>
      <div className="pair when">
        {mode === 'book' ? (
          <>
            <MomentLine field={form.field('appointment_date')} label={t('day')} kind="day" min={today} />
            <MomentLine field={form.field('start_time')} label={t('time')} kind="time" />
          </>
        ) : (
          <StoredTimes desk={desk} />
        )}
      </div>
      <div className={own.length > 1 ? 'pair' : undefined}>
        {own.length > 1 && (
          <ChoiceLine
            field={{
              ...form.field('location'),
              // Services and doctors are a location's own.
              change: (location) => set({ location, service: '', duration: '', doctor: '' }),
            }}
            label={t('location')}
            options={own.map(({ code, name }) => ({ id: code, name }))}
          />
        )}
        <ChoiceLine
          field={form.field('doctor')}
          label={t('doctor')}
          options={doctors}
          none={t('anyDoctor')}
        />
      </div>
    </>
  )
}

/** Number of days for which a request may be saved, from today on. */
const DAYS = 90

/** Days and times without a connection. The pickers are not stored on a device; free times are known if the day is. */
function StoredTimes({ desk: { form, values, doctors, minutes, today } }: { desk: DeskForm }) {
  const { t, i18n } = useTranslation('desk')
  const language = isoLanguage(i18n.language)
  const clinic = useClinic()
  const [day, time] = [values.appointment_date, values.start_time].map((value) =>
    isWhole(value) ? value : '',
  ) as [string, string]
  const able = doctors.map(({ id }) => id).filter((id) => values.doctor === '' || id === values.doctor)
  const free = useStoredFreeTimes({ location: values.location, day, doctors: able, minutes })
  const days = Array.from({ length: DAYS }, (_, i) => addDays(today, i))
  if (day !== '' && !days.includes(day)) days.unshift(day)
  const at = form.field('start_time')
  const groups =
    day === '' ? [] : timesOfDay({ day, hours: hoursOf(values.location), timeZone: clinic.timeZone, free })
  return (
    <>
      <ChoiceLine
        field={{ ...form.field('appointment_date'), value: day }}
        label={t('day')}
        options={days.map((each) => ({ id: each, name: shortDay(each, language) }))}
        {...(day === '' && { none: t('chooseDay') })}
      />
      <label>
        {t('time')}
        <select
          aria-invalid={at.error !== undefined}
          value={time}
          onChange={({ target }) => at.change(target.value)}
        >
          <option value="">{t('chooseTime')}</option>
          {groups.map(({ kind, times }) => (
            <optgroup key={kind} label={t(`times.${kind}`)}>
              {times.map((each) => (
                <option key={each} value={each}>
                  {formatTime(each, language)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </>
  )
}

type Question = {
  location: string
  /** 'YYYY-MM-DD' in clinic time; empty: none. */
  day: string
  /** Ids of the doctors who may see the patient. */
  doctors: readonly string[]
  minutes: number
}

/** Free times of a day ('HH:mm') by what this device has stored of it; none where it has stored nothing. */
function useStoredFreeTimes({ location, day, doctors, minutes }: Question): string[] {
  const clinic = useClinic()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { now } = useAsked()
  const isWanted = day !== ''
  const { data } = useQuery({ ...appointmentQueries.day(staffId, { location, day }), enabled: isWanted })
  const facts = usePlaceFacts([location], isWanted)
  if (!data) return []
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
