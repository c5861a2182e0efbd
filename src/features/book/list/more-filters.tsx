import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { ownDoctorAtom, ownLocationsAtom } from '../../../session/rights.ts'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { unseen } from '../../../theme/unseen.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { FilterSelect } from '../../../ui/paged-list/filter-select.tsx'
import { useMomentField } from '../../../ui/pickers/use-moment-field.ts'
import { useDoctorOptions } from '../../../ui/use-doctor-options.ts'
import { FIRST_DAY, isDayToShow, LAST_DAY } from '../day/day-labels.ts'
import type { DashboardAddress } from '../state/dashboard-address.ts'
import { DAY_CHOICES, type DayChoice, type Days } from '../state/list-days.ts'

const CHOICE_TEXTS = {
  all: 'list.allDays',
  fromToday: 'list.fromToday',
  today: 'list.today',
  tomorrow: 'list.tomorrow',
  week: 'list.week',
} as const satisfies Record<DayChoice, string>

const Field = styled('div')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  color: theme.vars.palette.text.secondary,
  '& label': unseen,
  '& .MuiPickersOutlinedInput-root': { width: 192 },
}))

const keepOthers = () => {}

const Switch = styled('input')(({ theme }) => ({
  appearance: 'none',
  position: 'relative',
  width: 36,
  height: 20,
  margin: 0,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.controlLine,
  cursor: 'pointer',
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '3px auto auto 3px',
    width: 14,
    height: 14,
    borderRadius: 7,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '&:checked': { backgroundColor: theme.vars.palette.primary.main },
  '&:checked::before': { insetInlineStart: 'auto', insetInlineEnd: 3 },
}))

const Toggle = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: TARGET_PX,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  color: theme.vars.palette.text.primary,
}))

export type FurtherFilters = Pick<DashboardAddress, 'days' | 'from' | 'to' | 'doctor' | 'cancelled'>

type Props = FurtherFilters & {
  /** Code of a location, or 'all'. */
  location: string
  /** Whether cancelled ones can be asked for: they have no other state. */
  hasCancelled: boolean
  onChoose: (chosen: Partial<FurtherFilters>) => void
}

/** Days, doctor and cancelled ones. */
export function MoreFilters({ location, days, from, to, doctor, cancelled, hasCancelled, onChoose }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <>
      <DayFilter days={days} from={from} to={to} onChoose={onChoose} />
      <DoctorFilter location={location} doctor={doctor} onChoose={onChoose} />
      {hasCancelled && (
        <Toggle>
          <Switch
            type="checkbox"
            role="switch"
            checked={cancelled}
            onChange={({ target }) => onChoose({ cancelled: target.checked })}
          />
          {t('list.cancelled')}
        </Toggle>
      )}
    </>
  )
}

const OTHER = 'other'

function DayFilter({ days, from, to, onChoose }: Pick<Props, 'days' | keyof Days | 'onChoose'>) {
  const { t } = useTranslation('appointments')
  const [isOther, setOther] = useState(false)
  const choose = (choice: DayChoice | typeof OTHER) => {
    setOther(choice === OTHER)
    if (choice !== OTHER) onChoose({ days: choice === 'all' ? '' : choice, from: '', to: '' })
  }
  const hasFixed = from !== '' || to !== ''
  const shown = isOther || hasFixed ? OTHER : days || 'all'
  return (
    <>
      <FilterSelect<DayChoice | typeof OTHER>
        label={t('list.days')}
        value={shown}
        options={[
          ...DAY_CHOICES.map((choice) => [choice, t(CHOICE_TEXTS[choice])] as const),
          [OTHER, t('list.otherDays')],
        ]}
        onChoose={choose}
      />
      {shown === OTHER && (
        <>
          <DayField label={t('list.from')} day={from} onDay={(day) => onChoose({ days: '', from: day })} />
          <DayField
            label={t('list.to')}
            day={to}
            min={from || undefined}
            onDay={(day) => onChoose({ days: '', to: day })}
          />
        </>
      )}
    </>
  )
}

type DayFieldProps = { label: string; day: string; min?: string | undefined; onDay: (day: string) => void }

function DayField({ label, day, min = FIRST_DAY, onDay }: DayFieldProps) {
  const { i18n } = useTranslation()
  const language = isoLanguage(i18n.language)
  const id = useId()
  const MomentField = useMomentField(keepOthers)
  // Follows the address, but for a day of which half is typed.
  const [typed, setTyped] = useState({ day, text: day })
  const text = typed.day === day ? typed.text : day
  const change = (said: string) => {
    const isDay = said === '' || isDayToShow(said)
    setTyped({ day: isDay ? said : day, text: said })
    if (isDay && said !== day) onDay(said)
  }
  return (
    <Field>
      <span aria-hidden="true">{label}</span>
      {MomentField ? (
        <MomentField
          field={{ id: `${id}-field`, value: text, error: undefined, change }}
          label={label}
          kind="day"
          isDense
          min={min}
          max={LAST_DAY}
        />
      ) : (
        <span>{day && shortDay(day, language, { year: true })}</span>
      )}
    </Field>
  )
}

function DoctorFilter({ location, doctor, onChoose }: Pick<Props, 'location' | 'doctor' | 'onChoose'>) {
  const { t } = useTranslation('appointments')
  const own = useAtomValue(ownLocationsAtom)
  const isDoctor = useAtomValue(ownDoctorAtom) !== null
  const codes = location === ALL_LOCATIONS ? own.map(({ code }) => code) : [location]
  const doctors = useDoctorOptions(isDoctor ? [] : codes)
  // A doctor sees the own column alone.
  if (isDoctor) return null
  const names = new Map(doctors.map(({ value, label }) => [value, label]))
  // One who is gone can still be in an address.
  if (doctor !== '' && !names.has(doctor)) names.set(doctor, doctor)
  return (
    <FilterSelect
      label={t('list.doctor')}
      value={doctor}
      options={[['', t('list.allDoctors')], ...names]}
      onChoose={(id) => onChoose({ doctor: id })}
    />
  )
}
