import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { clinicName } from '../../../../build.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { formatDay, formatTime, shortDay, zoneCity } from '../../../../ui/format-time.ts'
import { locationName } from '../../../../ui/location-name.ts'
import { Paper } from '../../../../ui/paper.tsx'
import { usePrinting } from '../../../../ui/use-printing.ts'
import { useClinic } from '../../../../use-clinic.ts'
import { splitWaiting } from '../../day/arrange.ts'
import { SheetTable } from './sheet-table.tsx'
import { Totals } from './totals.tsx'

const Sheets = styled(Paper)({
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
  '& h2': { lineHeight: 1.2 },
  '& > div:last-of-type': { textAlign: 'end', flex: 'none' },
})

/** What is on one sheet: a day 'YYYY-MM-DD' in clinic time of a location. */
export type Sheet = { day: string; code: string; appointments: readonly Appointment[] }

type Props = {
  now: { today: string; time: string }
  sheets: readonly Sheet[]
}

/** Rendered for the printer alone: a day would have each of its visits twice. */
export function DaySheets({ now, sheets }: Props) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  const printed = t('day.sheet.printed', {
    day: shortDay(now.today, language, { year: true }),
    time: formatTime(now.time, language),
    zone: zoneCity(clinic.timeZone),
  })
  return (
    <Sheets>
      {sheets.map(({ day, code, appointments }) => (
        <section key={`${day} ${code}`}>
          <Head>
            <div>
              <p>{clinicName}</p>
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
    </Sheets>
  )
}

/** Who waits for a time stands in no order of times. */
function waitingLast(appointments: readonly Appointment[]): Appointment[] {
  const { timed, waiting } = splitWaiting(appointments)
  return [...timed, ...waiting]
}
