import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { timeInWords } from '../../../ui/clinic-words.ts'
import { patientName } from '../actions/appointment-words.ts'

/** More rows than this are set closer, so that a full day of three doctors (48) is one page. */
const ROOMY_ROWS = 28

const Sheet = styled('table')({
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
  '&[data-close=true]': { fontSize: '8pt', '& th, & td': { paddingBlock: '0.55mm' } },
  '& thead th': { fontWeight: 600, borderBottom: '1pt solid', whiteSpace: 'nowrap' },
  '& tbody th': { fontWeight: 600 },
  '& tr': { breakInside: 'avoid' },
  // What may be cut short; a number is needed whole, and a name where there is room for a second line.
  '& .short, &[data-close=true] .name': {
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
})

/** Ticked by hand; a border prints where a background does not. */
const Box = styled('span')({
  display: 'block',
  width: '3mm',
  height: '3mm',
  border: '0.75pt solid',
})

const COLUMNS = [
  ['done', '5.5%'],
  ['time', '9%'],
  ['patient', '20%'],
  ['phone', '14%'],
  ['service', '15%'],
  ['doctor', '14.5%'],
  ['complaint', '15%'],
  ['status', '7%'],
] as const

/** The appointments of a location as a table for paper, by time; its head stands on each page. */
export function SheetTable({ appointments }: { appointments: readonly Appointment[] }) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  return (
    <Sheet data-close={appointments.length > ROOMY_ROWS}>
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
            <th scope="row" className="short">
              {timeInWords(appointment.appointment_date.slice(11, 16), language)}
            </th>
            <td className="name">{patientName(appointment)}</td>
            <td>{appointment.user.phone_number}</td>
            <td className="short">{appointment.serviceText}</td>
            <td className="short">{appointment.doctor.name}</td>
            <td className="short">
              {appointment.blocked && <strong>{t('blocked')} </strong>}
              {appointment.description}
            </td>
            <td>{t(appointment.isOpen ? 'status.open' : 'status.closed')}</td>
          </tr>
        ))}
      </tbody>
    </Sheet>
  )
}
