import { styled } from '@mui/material/styles'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { DayCalendarSkeleton } from '@mui/x-date-pickers/DayCalendarSkeleton'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay'
import dayjs, { type Dayjs } from 'dayjs'
import { createContext, useContext, useMemo } from 'react'
import { usePickerLanguage } from '../../../ui/pickers/picker-language.ts'
import { monthOf } from './slot-days.ts'

export { preparePickers } from '../../../ui/pickers/picker-language.ts'

const NOON_HOUR = 12

/**
 * A clinic day as the calendar's value. Noon of the device's own day: the calendar only ever looks at year,
 * month and day of it, and noon exists in every zone on every day, which midnight does not.
 */
function toPicker(date: string): Dayjs {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return dayjs(new Date(year, month - 1, day, NOON_HOUR))
}

const fromPicker = (value: Dayjs) => value.format('YYYY-MM-DD')

const DAY_PX = 44
const GAP_PX = 4

const Calendar = styled(DateCalendar)(({ theme }) => ({
  width: '100%',
  height: 'auto',
  maxHeight: 'none',
  margin: 0,
  '& .MuiPickersCalendarHeader-root': { margin: '0 0 4px', padding: 0, minHeight: DAY_PX, maxHeight: DAY_PX },
  '& .MuiPickersCalendarHeader-label': {
    ...theme.typography.h3,
    paddingLeft: 12,
    // A heading here, though many languages write months small.
    '&::first-letter': { textTransform: 'uppercase' },
  },
  '& .MuiDayCalendar-header, & .MuiDayCalendar-weekContainer': {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    gap: GAP_PX,
    margin: `${GAP_PX}px 0`,
  },
  '& .MuiDayCalendar-weekDayLabel': {
    width: 'auto',
    height: 32,
    margin: 0,
    color: theme.vars.palette.text.secondary,
  },
  '& .MuiDayCalendar-slideTransition, & .MuiDayCalendar-loadingContainer': {
    minHeight: 5 * (DAY_PX + GAP_PX) + GAP_PX,
  },
  // The months that change places lie over each other here too, and yet the box is as high as the higher one. MUI's
  // own is of a fixed height and scrolls.
  '& .MuiDayCalendar-slideTransition': {
    display: 'grid',
    overflow: 'clip',
    '& > *': { position: 'static', gridArea: '1 / 1', minWidth: 0 },
  },
  '& .MuiDayCalendar-loadingContainer': { alignItems: 'start' },
}))

const Day = styled(PickerDay)(({ theme }) => ({
  width: '100%',
  height: DAY_PX,
  margin: '0 auto',
  borderRadius: 8,
  fontSize: '1rem',
  fontWeight: 600,
  '&.Mui-disabled:not(.Mui-selected)': {
    color: theme.vars.palette.text.secondary,
    fontWeight: 400,
    opacity: 0.62,
  },
  '&:not(.Mui-disabled):not(.Mui-selected)': {
    color: theme.vars.palette.primary.main,
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 9%, transparent)`,
  },
  // A chosen day whose times are gone.
  '&.Mui-selected.Mui-disabled': {
    opacity: 1,
    color: theme.vars.palette.text.primary,
    backgroundColor: 'transparent',
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
  },
  '@media (pointer: fine)': {
    '&:not(.Mui-disabled):not(.Mui-selected):hover': {
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 20%, transparent)`,
    },
  },
}))

const SkeletonBox = styled(DayCalendarSkeleton)(({ theme }) => ({
  width: '100%',
  '& .MuiDayCalendarSkeleton-week': {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    gap: GAP_PX,
    margin: `${GAP_PX}px 0`,
  },
  '& .MuiDayCalendarSkeleton-daySkeleton': {
    // The element's style has its own size.
    width: '100% !important',
    height: `${DAY_PX}px !important`,
    margin: 0,
    borderRadius: 8,
    backgroundColor: theme.vars.palette.divider,
    opacity: 0.6,
  },
}))

type Days = { today: string; nameOf: (date: string) => string }

const ClinicDays = createContext<Days>({ today: '', nameOf: (date) => date })

/**
 * A day of the clinic: the calendar would mark the device's today, and name a day by its number alone. Who cannot see
 * the month has to hear which day this is and how many times are free.
 */
function ClinicDay(props: PickerDayProps) {
  const { today, nameOf } = useContext(ClinicDays)
  const date = fromPicker(props.day as Dayjs)
  const isToday = date === today
  return (
    <Day {...props} today={isToday} aria-current={isToday ? 'date' : undefined} aria-label={nameOf(date)} />
  )
}

type Props = {
  /** The chosen day, 'YYYY-MM-DD' in clinic time like every day here; empty for none. */
  date: string
  today: string
  last: string
  isLoading: boolean
  hasTimes: (date: string) => boolean
  /** Spoken label of a day: 'Monday, 4 March, 7 times free'. */
  nameOf: (date: string) => string
  onDate: (date: string) => void
  /** Called with 'YYYY-MM' when another month comes into view. */
  onMonth: (month: string) => void
}

/** A month of clinic days of which only those with free times can be chosen. */
export function MonthCalendar(props: Props) {
  const { date, today, last, isLoading, hasTimes, nameOf, onDate, onMonth } = props
  const language = usePickerLanguage()
  // The same object while the day is the same: the calendar turns back to the month of a value that changes.
  const value = useMemo(() => (date ? toPicker(date) : null), [date])
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} {...language}>
      <ClinicDays value={{ today, nameOf }}>
        <Calendar
          views={['day']}
          value={value}
          referenceDate={toPicker(date || today)}
          minDate={toPicker(today)}
          maxDate={toPicker(last)}
          shouldDisableDate={(day) => !hasTimes(fromPicker(day as Dayjs))}
          // In English the pickers' own single letters; 'П, В, С, Ч, П, С, В' can hardly be told apart.
          dayOfWeekFormatter={language.adapterLocale === 'en' ? undefined : (day) => day.format('dd')}
          loading={isLoading}
          renderLoading={() => <SkeletonBox />}
          onChange={(day) => day && onDate(fromPicker(day as Dayjs))}
          onMonthChange={(month) => onMonth(monthOf(fromPicker(month as Dayjs)))}
          slots={{ day: ClinicDay }}
        />
      </ClinicDays>
    </LocalizationProvider>
  )
}
