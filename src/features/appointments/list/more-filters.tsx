import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { FilterSelect } from '../../../ui/paged-list/filter-select.tsx'
import { useDoctorOptions } from '../../../ui/use-doctor-options.ts'
import { FIRST_DAY, isDayToShow, LAST_DAY } from '../calendar/day-labels.ts'
import type { DashboardAddress } from '../dashboard-address.ts'
import { useClinicNow } from '../visit/use-clinic-now.ts'
import { choiceOf, DAY_CHOICES, type DayChoice, type Days, daysOf } from './list-days.ts'

const CHOICE_TEXTS = {
  all: 'list.allDays',
  fromToday: 'list.fromToday',
  today: 'list.today',
  tomorrow: 'list.tomorrow',
  week: 'list.week',
} as const satisfies Record<DayChoice, string>

const Field = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  color: theme.vars.palette.text.secondary,
  '& > input:not([type=checkbox])': {
    boxSizing: 'border-box',
    minHeight: TARGET_PX,
    padding: '0 8px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
}))

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

export type FurtherFilters = Pick<DashboardAddress, 'from' | 'to' | 'doctor' | 'cancelled'>

type Props = FurtherFilters & {
  /** Code of a location, or 'all'. */
  location: string
  /** Whether cancelled ones can be asked for: they have no other state. */
  hasCancelled: boolean
  onChoose: (chosen: Partial<FurtherFilters>) => void
}

/** Days, doctor and cancelled ones. */
export function MoreFilters({ location, from, to, doctor, cancelled, hasCancelled, onChoose }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <>
      <DayFilter from={from} to={to} onChoose={onChoose} />
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

function DayFilter({ from, to, onChoose }: Days & Pick<Props, 'onChoose'>) {
  const { t } = useTranslation('appointments')
  const { today } = useClinicNow()
  const chosen = choiceOf({ from, to }, today)
  const [isOther, setOther] = useState(false)
  const choose = (choice: DayChoice | typeof OTHER) => {
    setOther(choice === OTHER)
    if (choice !== OTHER) onChoose(daysOf(choice, today))
  }
  const shown = isOther ? OTHER : (chosen ?? OTHER)
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
          <DayField label={t('list.from')} day={from} onDay={(day) => onChoose({ from: day })} />
          <DayField label={t('list.to')} day={to} min={from} onDay={(day) => onChoose({ to: day })} />
        </>
      )}
    </>
  )
}

type DayFieldProps = { label: string; day: string; min?: string; onDay: (day: string) => void }

/** The browser's date input holds a plain day, so the zone of the device does not matter. */
function DayField({ label, day, min = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field>
      {label}
      <input
        type="date"
        value={typed ?? day}
        min={min || FIRST_DAY}
        max={LAST_DAY}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value === '' ? target.validity.valid : isDayToShow(target.value)) onDay(target.value)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </Field>
  )
}

function DoctorFilter({ location, doctor, onChoose }: Pick<Props, 'location' | 'doctor' | 'onChoose'>) {
  const { t } = useTranslation('appointments')
  const own = useAtomValue(ownLocationsAtom)
  const isDoctor = useAtomValue(authUserAtom)?.doctorId != null
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
