import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { LateVisits } from '../../../../../contract/desk.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { formatTime } from '../../../../ui/format-time.ts'
import { Paper } from '../../../../ui/paper.tsx'

const Sheet = styled(Paper)({
  fontSize: '10pt',
  '& h2': { marginBottom: '3mm' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': {
    padding: '1.6mm 1mm',
    borderBottom: '0.5pt solid GrayText',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& tr': { breakInside: 'avoid' },
  // Ticked by hand. A border, because browsers do not print backgrounds.
  '& .box': { display: 'block', width: '3.5mm', height: '3.5mm', border: '0.75pt solid' },
})

/** The list on paper, for whoever calls. */
export function LateSheet({ title, visits }: { title: string; visits: LateVisits }) {
  const { t, i18n } = useTranslation('late')
  const language = isoLanguage(i18n.language)
  const clock = (instant: string) => formatTime(instant.slice(11, 16), language)
  return (
    <Sheet isOfDialog>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {(['called', 'time', 'expected', 'patient', 'phone'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`sheet.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map(({ id, appointment_date, expected, name, phone_number }) => (
            <tr key={id}>
              <td>
                <span className="box" />
              </td>
              <td>{clock(appointment_date)}</td>
              <td>{clock(expected)}</td>
              <td>{name}</td>
              <td>{phone_number}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
