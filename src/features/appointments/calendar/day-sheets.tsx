import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { clinic } from '../../../clinic.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatDay, formatTime, shortDay, zoneCity } from '../../../ui/format-time.ts'
import { locationName } from '../../../ui/location-name.ts'
import { splitWaiting } from './arrange.ts'
import { SheetTable } from './sheet-table.tsx'
import { Totals } from './totals.tsx'

/** Prints the sheets alone. They are outside of the app, since tables in its grids do not repeat heads on the next page. */
const PAPER = {
  '@page': { size: 'A4 portrait', margin: '10mm 8mm' },
  '@media print': {
    'body > :not([data-day-sheets])': { display: 'none !important' },
    'html, body': { colorScheme: 'only light', background: 'Canvas !important' },
  },
} as const

/** Black on white in every mode. */
const Sheets = styled('div')({
  display: 'none',
  '@media print': { display: 'block' },
  colorScheme: 'only light',
  color: 'CanvasText',
  backgroundColor: 'Canvas',
  fontSize: '9pt',
  lineHeight: 1.2,
  '& p': { color: 'inherit' },
  '& > section + section': { breakBefore: 'page' },
})

const Head = styled('header')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-end',
  gap: 16,
  paddingBottom: '2mm',
  '& h2': { fontSize: '14pt', lineHeight: 1.2 },
  '& > div:last-of-type': { textAlign: 'end', flex: 'none' },
})

/** What is on one sheet: a day 'YYYY-MM-DD' in clinic time of a location. */
export type Sheet = { day: string; code: string; appointments: readonly Appointment[] }

type Props = {
  now: { today: string; time: string }
  sheets: readonly Sheet[]
}

export function DaySheets({ now, sheets }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const printed = t('day.sheet.printed', {
    day: shortDay(now.today, language, { year: true }),
    time: formatTime(now.time, language),
    zone: zoneCity(clinic.timeZone),
  })
  return createPortal(
    <Sheets data-day-sheets="">
      <GlobalStyles styles={PAPER} />
      {sheets.map(({ day, code, appointments }) => (
        <section key={`${day} ${code}`}>
          <Head>
            <div>
              <p>{clinic.name}</p>
              <h2>
                {locationName(code)}, {formatDay(day, language, { year: true })}
              </h2>
            </div>
            <div>
              <Totals of={appointments} />
              <p>{printed}</p>
            </div>
          </Head>
          <SheetTable appointments={waitingLast(appointments)} />
        </section>
      ))}
    </Sheets>,
    document.body,
  )
}

/** Who waits for a time stands in no order of times. */
function waitingLast(appointments: readonly Appointment[]): Appointment[] {
  const { timed, waiting } = splitWaiting(appointments)
  return [...timed, ...waiting]
}
