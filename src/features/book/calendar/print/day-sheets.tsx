import GlobalStyles from '@mui/material/GlobalStyles'
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
import { type BlockedSpan, type ColumnDoctor, spanOf, splitWaiting } from '../../day/arrange.ts'
import { blockedSpans } from '../../day/blocked-spans.ts'
import { formatSpan } from '../../day/format-span.ts'
import { patientName } from '../../state/appointment-label.ts'
import type { PlaceFacts } from '../../state/use-place-facts.ts'
import { useStateWords } from '../../visit/use-state-words.ts'
import { visitStateOf } from '../../visit/visit-state.ts'
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

/** Contents of one sheet: a day 'YYYY-MM-DD' in clinic time of a location. */
export type Sheet = { day: string; code: string; appointments: readonly Appointment[] }

type Props = {
  now: { at: number; today: string; time: string }
  sheets: readonly Sheet[]
  facts: PlaceFacts
}

/** Rendered for the printer alone: a day would have each of its visits twice. */
export function DaySheets({ now, sheets, facts }: Props) {
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
      <GlobalStyles styles={pageFoot(t('day.sheet.shred'))} />
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
          <Doctors
            appointments={appointments}
            working={facts.doctors.get(code) ?? []}
            blocked={blockedSpans(facts.blockers, { location: code, day, timeZone: clinic.timeZone })}
            now={now.at}
          />
        </section>
      ))}
    </Sheets>
  )
}

/** Lines at the foot of every page, where the browser has them (Firefox does not). */
const pageFoot = (words: string) => {
  const look = { font: '8pt system-ui, sans-serif', color: 'black' }
  return {
    '@page': {
      '@bottom-left': { ...look, content: JSON.stringify(words) },
      '@bottom-right': { ...look, content: 'counter(page) " / " counter(pages)' },
    },
  }
}

/** Above these numbers of rows the tables are denser, so that a full day of three doctors (48) fits on one page. */
const ROOMY_ROWS = 20
const TWO_LINE_ROWS = 30
/** Rows whose room the heading of a doctor takes. */
const ROWS_OF_HEADING = 2

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
    overflowWrap: 'break-word',
  },
  '&[data-spacing=close]': { fontSize: '8pt', '& th, & td': { paddingBlock: '0.8mm' } },
  '&[data-spacing=closest]': { fontSize: '8pt', '& th, & td': { paddingBlock: '0.35mm' } },
  '& thead th': { fontWeight: 600, borderBottom: '1pt solid', whiteSpace: 'nowrap' },
  '& tr': { breakInside: 'avoid' },
  '& tbody th': { fontWeight: 600, whiteSpace: 'nowrap' },
  // The heading of a doctor is followed by three rows at least.
  '& tbody tr:nth-of-type(-n+2)': { breakAfter: 'avoid' },
  '& [data-blocked]': { fontStyle: 'italic', '& th': { fontWeight: 400 } },
  // May be truncated, after two lines where there is room.
  '& .short': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
  },
  '&[data-spacing=closest] .short': { display: 'block', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
})

const DoctorHead = styled('header')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  paddingTop: '3mm',
  breakAfter: 'avoid',
  '& h3': { fontSize: '10.5pt' },
})

const COLUMNS = [
  ['time', '18.5%'],
  ['patient', '23%'],
  ['phone', '14.5%'],
  ['service', '24%'],
  ['status', '20%'],
] as const

type DayProps = {
  appointments: readonly Appointment[]
  blocked: readonly BlockedSpan[]
  /** Milliseconds since 1970. */
  now: number
}

/** A table for each doctor with appointments or blocked times, and below them what is blocked for all. */
function Doctors({ appointments, working, blocked, now }: DayProps & { working: readonly ColumnDoctor[] }) {
  const { i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const named = [...working, ...appointments.map(({ doctor }) => doctor)].map(
    ({ id, name }) => [id, name] as const,
  )
  const doctors = [...new Map(named)].filter(
    ([id]) =>
      appointments.some(({ doctor }) => doctor.id === id) || blocked.some(({ doctorId }) => doctorId === id),
  )
  const spacing = spacingOf(appointments.length + blocked.length + ROWS_OF_HEADING * doctors.length)
  return (
    <>
      {doctors.map(([id, name]) => {
        const own = appointments.filter(({ doctor }) => doctor.id === id)
        return (
          <section key={id} aria-label={name}>
            <DoctorHead>
              <h3>{name}</h3>
              <Totals of={own} />
            </DoctorHead>
            <DoctorTable
              appointments={own}
              blocked={blocked.filter(({ doctorId }) => doctorId === id)}
              now={now}
              spacing={spacing}
            />
          </section>
        )
      })}
      {blocked
        .filter(({ doctorId }) => doctorId === null)
        .map((span) => (
          <Shared key={`${span.from} ${span.words}`}>
            {formatSpan(span, language)}: {span.words}
          </Shared>
        ))}
    </>
  )
}

const Shared = styled('p')({ paddingTop: '2mm', fontStyle: 'italic' })

type TableProps = DayProps & { spacing: ReturnType<typeof spacingOf> }

/** The rows of a doctor by time; who waits for one comes last. */
function DoctorTable({ appointments, blocked, now, spacing }: TableProps) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const stateWords = useStateWords()
  const { timed, waiting } = splitWaiting(appointments)
  const visit = (row: Appointment) => (
    <tr key={row.id}>
      <th scope="row">{row.waiting ? '–' : formatSpan(spanOf(row), language)}</th>
      <td>
        <div className="short">
          <strong>{patientName(row)}</strong>
        </div>
      </td>
      <td>{row.user.phone_number}</td>
      <td>
        <div className="short">
          {row.serviceText}
          {row.description && <small> · {row.description}</small>}
        </div>
      </td>
      <td>
        {stateWords(visitStateOf(row, now))}
        {row.blocked && `, ${t('blocked')}`}
      </td>
    </tr>
  )
  const rows = [
    ...timed.map((row) => ({ from: spanOf(row).from, line: visit(row) })),
    ...blocked.map((span) => ({
      from: span.from,
      line: (
        <tr key={`${span.from} ${span.words}`} data-blocked="">
          <th scope="row">{formatSpan(span, language)}</th>
          <td colSpan={COLUMNS.length - 1}>{span.words}</td>
        </tr>
      ),
    })),
  ].sort((a, b) => a.from - b.from)
  return (
    <Table data-spacing={spacing}>
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
        {rows.map(({ line }) => line)}
        {waiting.map(visit)}
      </tbody>
    </Table>
  )
}
