import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'

/** Under this width of the window, in pixels, the rows are cards. */
const CARDS_BELOW_PX = 700

const Frame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  overflowX: 'auto',
}))

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  minWidth: 960,
  borderCollapse: 'collapse',
  '& th, & td': { height: 48, padding: '4px 10px', textAlign: 'start', fontWeight: 'inherit' },
  '& th:first-of-type': { paddingInlineStart: 16 },
  '& thead th': { fontSize: '0.875rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.background.default },
}))

const Cards = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 12 })

const Card = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: 16,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
}))

const Ends = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
})

/** Appointments as they come: a dense table, or cards where it is narrow. */
export function AppointmentRows({ rows }: { rows: readonly Appointment[] }) {
  const narrow = useMediaQuery(`(max-width: ${CARDS_BELOW_PX - 0.05}px)`, { noSsr: true })
  return narrow ? <AppointmentCards rows={rows} /> : <AppointmentTable rows={rows} />
}

const COLUMNS = ['reference', 'location', 'patient', 'contact', 'when', 'status', 'service'] as const

function AppointmentTable({ rows }: { rows: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  return (
    <Frame>
      <Table aria-label={t('title')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Reference>{row.reference}</Reference>
              </th>
              <td>
                <PlaceBadge code={row.user.location} />
              </td>
              <td>
                <Patient of={row} />
              </td>
              <td>
                <Contact of={row} />
              </td>
              <td>
                <When of={row} />
              </td>
              <td>
                <StatusBadge isOpen={row.isOpen} />
              </td>
              <td>
                <ServiceWanted of={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Frame>
  )
}

function AppointmentCards({ rows }: { rows: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  return (
    <Cards aria-label={t('title')}>
      {rows.map((row) => (
        <Card key={row.id}>
          <Ends>
            <When of={row} />
            <StatusBadge isOpen={row.isOpen} />
          </Ends>
          <Patient of={row} />
          <Contact of={row} />
          <ServiceWanted of={row} />
          <Ends>
            <PlaceBadge code={row.user.location} />
            <Reference>{row.reference}</Reference>
          </Ends>
        </Card>
      ))}
    </Cards>
  )
}
