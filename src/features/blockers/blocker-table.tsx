import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { locationName } from '../../ui/location-name.ts'
import { Table, TableFrame } from '../../ui/rows.tsx'
import { datesWords, daysWords, startAndEnd } from './blocker-words.ts'
import { RowActions, type RowHandlers } from './row-actions.tsx'

const BlockersTable = styled(Table)(({ theme }) => ({
  minWidth: 780,
  fontSize: '0.875rem',
  '& th, & td': { padding: '4px 8px' },
  '& th:first-of-type': { paddingInlineStart: 16 },
  '& thead th': { whiteSpace: 'nowrap' },
  '& tbody th': { fontWeight: 600, minWidth: 120, overflowWrap: 'anywhere' },
  '& .line': { whiteSpace: 'nowrap', [theme.breakpoints.down('lg')]: { whiteSpace: 'normal' } },
  '& tr > :last-child': { textAlign: 'end', paddingInlineEnd: 16 },
  '& tbody tr[data-news]': { backgroundColor: theme.vars.palette.info.light },
  // What stands in the rows' place when there are none.
  '& td[colspan]': { padding: 0, textAlign: 'center', backgroundColor: theme.vars.palette.background.paper },
}))

// A select takes no room by itself in a table: its width says how much.
const HeadFilter = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  '& > .MuiInputBase-root': { width: 120 },
})

const BEFORE_TYPE = ['description'] as const
const AFTER_TYPE = ['start', 'end', 'days', 'dates', 'location', 'actions'] as const
const COLUMNS = BEFORE_TYPE.length + AFTER_TYPE.length + 1

/** Dates up to so many characters stay in one line. */
const SHORT = 24

type Props = RowHandlers & {
  rows: readonly Blocker[]
  /** Ids of those that are new or have changed. */
  marked: ReadonlySet<string>
  filter: ReactNode
  /** Stands where the rows would be, while there are none. */
  instead: ReactNode
}

/** Blockers as a dense table, the filter of their types in its head. */
export function BlockerTable({ rows, marked, filter, instead, ...handlers }: Props) {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const words = { allDay: t('allDay'), midnight: t('midnight') }
  const heads = (columns: readonly (keyof typeof texts)[]) =>
    columns.map((column) => (
      <th key={column} scope="col">
        {texts[column]}
      </th>
    ))
  const texts = {
    description: t('columns.description'),
    start: t('columns.start'),
    end: t('columns.end'),
    days: t('columns.days'),
    dates: t('columns.dates'),
    location: t('columns.location'),
    actions: t('columns.actions'),
  }
  return (
    <TableFrame>
      <BlockersTable aria-label={t('title')}>
        <thead>
          <tr>
            {heads(BEFORE_TYPE)}
            <th scope="col">
              <HeadFilter>
                {t('columns.type')} {filter}
              </HeadFilter>
            </th>
            {heads(AFTER_TYPE)}
          </tr>
        </thead>
        <tbody>
          {instead && (
            <tr>
              <td colSpan={COLUMNS}>{instead}</td>
            </tr>
          )}
          {rows.map((blocker) => {
            const [start, end] = startAndEnd(blocker, language, words)
            const dates = datesWords(blocker, language) || '–'
            return (
              <tr key={blocker.id} data-news={marked.has(blocker.id) || undefined}>
                <th scope="row">{blocker.description}</th>
                <td className="line">{t(`type.${blocker.type}`)}</td>
                <td className="line">{start}</td>
                <td className="line">{end || '–'}</td>
                <td>{daysWords(blocker.recurringDays, language) || '–'}</td>
                <td className={dates.length <= SHORT ? 'line' : undefined}>{dates}</td>
                <td className="line">
                  {blocker.location === null ? t('allLocations') : locationName(blocker.location)}
                </td>
                <td>
                  <RowActions blocker={blocker} {...handlers} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </BlockersTable>
    </TableFrame>
  )
}

const Bones = styled('div')({
  display: 'grid',
  padding: '0 16px',
  '& > div': { display: 'flex', gap: 24, height: 48, alignItems: 'center' },
})

const BONES = ['first', 'second', 'third', 'fourth', 'fifth']

/** The rows before they are there, in their shape. */
export function BlockerBones() {
  const { t } = useTranslation('blockers')
  return (
    <Bones role="status" aria-label={t('loading')}>
      {BONES.map((row) => (
        <div key={row}>
          <Skeleton variant="rounded" width="24%" height={18} />
          <Skeleton variant="rounded" width="12%" height={18} />
          <Skeleton variant="rounded" width="20%" height={18} />
          <Skeleton variant="rounded" width="20%" height={18} />
          <Skeleton variant="rounded" width="14%" height={18} />
        </div>
      ))}
    </Bones>
  )
}
