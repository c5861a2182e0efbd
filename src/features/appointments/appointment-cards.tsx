import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { CardRow, Cards } from '../../ui/rows.tsx'
import { RowActions } from './actions/row-actions.tsx'
import { BlockedBadge, PlaceBadge, StatusBadge } from './badges.tsx'
import { Contact, Patient, Reference, ServiceWanted, When } from './cells.tsx'
import { NewsMark } from './live/news-mark.tsx'
import { useNews } from './live/use-news.ts'

/** As many beside one another as there is room for. */
const Grid = styled(Cards)({
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  '&[aria-busy=true]': { opacity: 0.6 },
})

const Tinted = styled(CardRow)(({ theme }) => ({
  gridTemplateColumns: 'minmax(0, 1fr)',
  // Cards of one line are equally high; their ends stand at the foot.
  gridTemplateRows: 'repeat(3, auto) 1fr auto',
  '&[data-news]': { backgroundColor: theme.vars.palette.info.light },
}))

const Ends = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  '& > span': { display: 'inline-flex', flexWrap: 'wrap', gap: 4 },
})

// As high as the actions beside it.
const Foot = styled('div')({ display: 'grid', justifyItems: 'start', gap: 2 })

/** Appointments where it is too narrow for a table. @param busy other ones are being fetched */
export function AppointmentCards({ rows, busy }: { rows: readonly Appointment[]; busy: boolean }) {
  const { t } = useTranslation('appointments')
  return (
    <Grid aria-label={t('title')} aria-busy={busy}>
      {rows.map((row) => (
        <Card key={row.id} row={row} />
      ))}
    </Grid>
  )
}

const Card = memo(function Card({ row }: { row: Appointment }) {
  const news = useNews(row)
  return (
    <Tinted data-row={row.id} data-news={news}>
      <Ends>
        <When of={row} />
        <span>
          {news && <NewsMark of={news} />}
          {row.blocked && <BlockedBadge />}
          <StatusBadge of={row} />
        </span>
      </Ends>
      <Patient of={row} />
      <Contact of={row} />
      <ServiceWanted of={row} />
      <Ends>
        <Foot>
          <PlaceBadge code={row.user.location} />
          <Reference>{row.reference}</Reference>
        </Foot>
        <RowActions of={row} />
      </Ends>
    </Tinted>
  )
})
