import { styled } from '@mui/material/styles'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay'
import { TimePicker } from '@mui/x-date-pickers/TimePicker'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useState } from 'react'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { clock } from '../../clock.ts'
import { useClinic } from '../../use-clinic.ts'
import type { FormField } from '../form/form-field.ts'
import { usePickerLanguage } from './picker-language.ts'
import { timePattern } from './time-pattern.ts'
import './text-only.ts'

dayjs.extend(utc)

/*
 * MUI's pickers in clinic time. What the clinic's clocks show is given to them as if it were UTC: the zone of the
 * device never comes in, and no hour is missing or comes twice because that zone changes its clocks.
 */

const KINDS = {
  moment: { Picker: DateTimePicker, text: 'YYYY-MM-DDTHH:mm' },
  day: { Picker: DatePicker, text: 'YYYY-MM-DD' },
  time: { Picker: TimePicker, text: 'HH:mm' },
} as const
type Kind = keyof typeof KINDS

/** Format in the field. */
function patternOf(kind: Kind, language: string): string {
  if (kind === 'time') return timePattern(language)
  // In English the month by its name: nobody takes 5 March for 3 May. The other languages all write the day first; 'L' is
  // their way to write it.
  const day = language === 'en' ? 'DD MMM YYYY' : 'L'
  return kind === 'day' ? day : `${day} ${timePattern(language)}`
}

/** Value of the field while half of a day or time is typed. */
export const HALF = '?'

const Field = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& .MuiPickersOutlinedInput-root': {
    minHeight: 44,
    padding: '0 12px',
    backgroundColor: theme.vars.palette.background.paper,
    '&:not(.Mui-error):not(.Mui-focused):not(:hover) .MuiPickersOutlinedInput-notchedOutline': {
      borderColor: theme.vars.palette.controlLine,
    },
  },
  '& .MuiPickersInputBase-sectionsContainer': { padding: '10px 0', width: 'auto' },
  // The empty parts say what belongs there, so they are text and not decoration.
  '& .MuiPickersInputBase-sectionsContainer[class]': { opacity: 1 },
  // Lighter than what is typed: an empty field looks empty.
  '&[data-empty] .MuiPickersOutlinedInput-root:not(.Mui-focused) .MuiPickersInputBase-sectionsContainer': {
    color: theme.vars.palette.text.secondary,
    fontWeight: 300,
  },
  '& .MuiPickersOutlinedInput-notchedOutline': { top: 0, '& > legend': { display: 'none' } },
  '& .MuiFormHelperText-root.Mui-error': { marginTop: 6, fontWeight: 600 },
  '& .MuiInputAdornment-root': { marginLeft: 0 },
  // The weekday before the typed text.
  position: 'relative',
  '& > .weekday': {
    position: 'absolute',
    zIndex: 1,
    left: 12,
    bottom: 12,
    lineHeight: '20px',
    pointerEvents: 'none',
  },
  '&[data-weekday] .MuiPickersOutlinedInput-root': { paddingInlineStart: '3.4em' },
  '&[data-dense]': {
    fontSize: '0.875rem',
    '& .MuiPickersInputBase-root': { fontSize: 'inherit', paddingInlineEnd: 8 },
    '& .MuiPickersInputBase-sectionsContainer': { lineHeight: '20px', padding: '12px 0' },
    '& .MuiInputAdornment-root button': { padding: 4 },
  },
}))

/** The calendar would mark the device's today; a clinic lives by its own. */
export function ClinicDay(props: PickerDayProps) {
  const clinic = useClinic()
  const today = (props.day as Dayjs).format('YYYY-MM-DD') === clinicDate(clock.now(), clinic.timeZone)
  return <PickerDay {...props} today={today} aria-current={today ? 'date' : undefined} />
}

// The hours that a list offers are written as in the field.
const FORMATS = { hours12h: 'h' }

// In English. Shorter than MUI's own, and of the length of what is typed there.
const PLACEHOLDERS = {
  fieldMonthPlaceholder: () => 'MMM',
  fieldHoursPlaceholder: () => 'h',
  fieldMeridiemPlaceholder: () => 'AM',
}

// A calendar with hours and minutes beside it is 500 px wide; in a narrower window they come one after the other.
const HAS_ROOM = '@media (pointer: fine) and (min-width: 600px)'

type Props = {
  field: Pick<FormField, 'id' | 'value' | 'error' | 'change'>
  label: string
  kind: Kind
  /** The day a calendar opens on while none is chosen, 'YYYY-MM-DD'; today without one. */
  opensOn?: string
  /** Small type; of a day it says which weekday it is. */
  isDense?: boolean
  /** Days that can be chosen, 'YYYY-MM-DD'. */
  min?: string
  max?: string
  /** Minutes between the times of a list. */
  step?: number
}

/**
 * A day with its time, a day, or a time of day. The field holds it as text: 'YYYY-MM-DDTHH:mm', 'YYYY-MM-DD', 'HH:mm', empty
 * for none, or HALF.
 */
export function MomentField({ field, label, kind, opensOn, isDense = false, min, max, step }: Props) {
  const clinic = useClinic()
  const { Picker, text } = KINDS[kind]
  const { adapterLocale, localeText } = usePickerLanguage()
  const isEnglish = adapterLocale === 'en'
  // Kept here: given back as text, a half-typed day would lose its other half.
  const [held, setHeld] = useState(() => ({ text: field.value, value: parse(field.value, kind) }))
  // Somebody else has set it.
  if (held.text !== field.value) setHeld({ text: field.value, value: parse(field.value, kind) })
  const { value } = held
  const change = (next: Dayjs | null) => {
    const said = next === null ? '' : next.isValid() ? next.format(text) : HALF
    setHeld({ text: said, value: next })
    field.change(said)
  }
  const weekday =
    isDense && kind === 'day' && value?.isValid() ? value.locale(adapterLocale).format('ddd') : ''
  const limits = kind === 'day' && {
    ...(min && { minDate: dayjs.utc(min) }),
    ...(max && { maxDate: dayjs.utc(max) }),
  }
  return (
    <Field
      data-empty={value === null ? '' : undefined}
      data-weekday={weekday === '' ? undefined : ''}
      data-dense={isDense ? '' : undefined}
    >
      {weekday !== '' && <span className="weekday">{weekday}</span>}
      <LocalizationProvider
        dateAdapter={AdapterDayjs}
        adapterLocale={adapterLocale}
        dateFormats={FORMATS}
        localeText={isEnglish ? PLACEHOLDERS : localeText}
      >
        <Picker
          label={label}
          value={value}
          onChange={(next) => change(next as Dayjs | null)}
          timezone="UTC"
          desktopModeMediaQuery={HAS_ROOM}
          format={patternOf(kind, adapterLocale)}
          referenceDate={dayjs.utc(`${opensOn ?? clinicDate(clock.now(), clinic.timeZone)}T09:00`)}
          {...limits}
          {...(step !== undefined && { timeSteps: { minutes: step } })}
          slots={{ day: ClinicDay }}
          slotProps={{
            // Otherwise a digit of its own gets a zero before it, whatever the pattern says.
            field: { shouldRespectLeadingZeros: true },
            // Empty it is a row of dashes, and filled it says what the field says.
            toolbar: { hidden: true },
            // In the dark it has the colour of the dialog under it.
            desktopPaper: { sx: { border: 1, borderColor: 'divider' } },
            textField: {
              id: field.id,
              fullWidth: true,
              error: field.error !== undefined,
              helperText: field.error,
            },
          }}
        />
      </LocalizationProvider>
    </Field>
  )
}

function parse(text: string, kind: Kind): Dayjs | null {
  if (text === '' || text === HALF) return null
  return dayjs.utc(kind === 'time' ? `2030-01-01T${text}` : text)
}
