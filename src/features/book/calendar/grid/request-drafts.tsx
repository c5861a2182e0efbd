import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfflineRequest } from '../../../../offline/requests/request.ts'
import { requestNumber, useWish } from '../../../../ui/offline-requests/request-words.ts'
import type { Column } from '../../day/arrange.ts'
import { placeOf } from '../../day/places.ts'
import type { Draft } from './placed-requests.ts'

/** Dashed: it takes no time, and what is under it can be pressed. */
const Box = styled('div')(({ theme }) => ({
  gridRow: 1,
  position: 'absolute',
  insetInline: 'auto 8px',
  width: '45%',
  top: 'calc((var(--from) - var(--start)) * var(--minute))',
  height: 'calc((var(--to) - var(--from)) * var(--minute))',
  boxSizing: 'border-box',
  zIndex: 2,
  padding: '0 6px',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: '0.75rem',
  lineHeight: '14px',
  fontWeight: 600,
  borderRadius: 6,
  border: `1px dashed ${theme.vars.palette.warning.main}`,
  color: theme.vars.palette.warning.main,
  backgroundColor: theme.vars.palette.background.paper,
  pointerEvents: 'none',
  '@media print': { display: 'none' },
}))

const Place = styled('div')({ position: 'relative', gridRow: 1, pointerEvents: 'none' })

/** A request in the column of its doctor, at a time at which nothing else is drawn. */
export function RequestDrafts({
  drafts,
  columns,
  gridColumns,
}: {
  drafts: readonly Draft<OfflineRequest>[]
  columns: readonly Column[]
  gridColumns: readonly number[]
}) {
  const { t } = useTranslation('appointments')
  return drafts.map(({ request: { id, number, name }, column, ...span }) => (
    <Place key={id} style={{ gridColumn: gridColumns[columns.indexOf(column)] }}>
      <Box style={placeOf(span)}>{t('calendar.request', { number: requestNumber(number), name })}</Box>
    </Place>
  ))
}

const Strip = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 12px',
  marginBottom: 8,
  fontSize: '0.875rem',
  lineHeight: '20px',
  '& > h3': { fontSize: '0.875rem', fontWeight: 600 },
  '& > ul': { display: 'contents', listStyle: 'none' },
  '& li': {
    padding: '3px 8px',
    borderRadius: 6,
    border: `1px dashed ${theme.vars.palette.warning.main}`,
    color: theme.vars.palette.warning.main,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '@media print': { display: 'none' },
}))

/** Requests without a column, such as those without a doctor. */
export function RequestStrip({ requests }: { requests: readonly OfflineRequest[] }) {
  const { t } = useTranslation('appointments')
  const wish = useWish()
  const id = useId()
  if (requests.length === 0) return null
  return (
    <Strip aria-labelledby={id}>
      <h3 id={id}>{t('calendar.requests')}</h3>
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            {t('calendar.request', { number: requestNumber(request.number), name: request.name })} ·{' '}
            {wish(request)}
          </li>
        ))}
      </ul>
    </Strip>
  )
}
