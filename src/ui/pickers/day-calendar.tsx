import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { ClinicDay } from './moment-field.tsx'
import { usePickerLanguage } from './picker-language.ts'

dayjs.extend(utc)

type Props = {
  /** 'YYYY-MM-DD' in clinic time, like all days here. */
  day: string
  first: string
  last: string
  onDay: (day: string) => void
}

/** A calendar of days of the clinic, to choose one; arrow keys go through it. It takes the focus. */
export function DayCalendar({ day, first, last, onDay }: Props) {
  const { adapterLocale, localeText } = usePickerLanguage()
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={adapterLocale} localeText={localeText}>
      <DateCalendar
        autoFocus
        timezone="UTC"
        value={dayjs.utc(day)}
        minDate={dayjs.utc(first)}
        maxDate={dayjs.utc(last)}
        dayOfWeekFormatter={adapterLocale === 'en' ? undefined : (each) => (each as Dayjs).format('dd')}
        onChange={(next, state) => {
          if (next && state === 'finish') onDay((next as Dayjs).format('YYYY-MM-DD'))
        }}
        slots={{ day: ClinicDay }}
      />
    </LocalizationProvider>
  )
}
