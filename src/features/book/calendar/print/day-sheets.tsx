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
import { patientName } from '../../state/appointment-label.ts'
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

/** Above these numbers of rows the table is denser, so that a full day of three doctors (48) fits on one page. */
const ROOMY_ROWS = 22
const TWO_LINE_ROWS = 33

function spacingOf(rows: number): 'roomy' | 'close' | 'closest' {
  if (rows <= ROOMY_ROWS) return 'roomy'
  return rows <= TWO_LINE_ROWS ? 'close' : 'closest'
}

const Table = styled('table')({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '9pt',
  '& th, & td': {
    padding: '1.6mm 1mm',
    borderBottom: '0.5pt solid GrayText',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: 'inherit',
    overflowWrap: 'anywhere',
  },
  '&[data-spacing=close]': { fontSize: '8pt', '& th, & td': { paddingBlock: '0.3mm' } },
  '&[data-spacing=closest]': { fontSize: '8pt', '& th, & td': { paddingBlock: '0.55mm' } },
  '& thead th': { fontWeight: 600, borderBottom: '1pt solid', whiteSpace: 'nowrap' },
  '& tr': { breakInside: 'avoid' },
  '& tbody th': { fontWeight: 600, whiteSpace: 'nowrap' },
  // May be truncated, after two lines where there is room.
  '& .short': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
  },
  '&[data-spacing=closest] .short': { display: 'block', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
})

/** Ticked by hand. A border, because browsers do not print backgrounds. */
const Box = styled('span')({
  display: 'block',
  width: '3mm',
  height: '3mm',
  border: '0.75pt solid',
})

const COLUMNS = [
  ['done', '5.5%'],
  ['time', '11%'],
  ['patient', '19%'],
  ['phone', '14%'],
  ['service', '15%'],
  ['doctor', '14%'],
  ['complaint', '14.5%'],
  ['status', '7%'],
] as const

function SheetTable({ appointments }: { appointments: readonly Appointment[] }) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  return (
    <Table data-spacing={spacingOf(appointments.length)}>
      <thead>
        <tr>
          {COLUMNS.map(([column, width]) => (
            <th key={column} scope="col" style={{ width }}>
              {column === 'time' ? t('day.time') : t(`day.sheet.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {appointments.map((appointment) => (
          <tr key={appointment.id}>
            <td>
              <Box />
            </td>
            <th scope="row">
              {appointment.waiting ? '–' : formatTime(appointment.appointment_date.slice(11, 16), language)}
            </th>
            <td>
              <div className="short">{patientName(appointment)}</div>
            </td>
            <td>{appointment.user.phone_number}</td>
            <td>
              <div className="short">{appointment.serviceText}</div>
            </td>
            <td>
              <div className="short">{appointment.doctor.name}</div>
            </td>
            <td>
              <div className="short">
                {appointment.blocked && <strong>{t('blocked')} </strong>}
                {appointment.description}
              </div>
            </td>
            <td>{t(appointment.isOpen ? 'visit.pending' : 'visit.confirmed')}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
