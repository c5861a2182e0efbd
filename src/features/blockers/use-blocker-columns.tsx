import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import type { Column } from '../../ui/paged-list/column.ts'
import { datesLabel, daysLabel, startAndEnd } from './blocker-labels.ts'
import { BlockerMark } from './blocker-mark.tsx'
import { placeLabel } from './place-label.ts'
import { RowActions, type RowHandlers } from './row-actions.tsx'

const Name = styled('span')({ fontWeight: 600 })

const NONE = '–'

/** In the specification's order. */
export function useBlockerColumns(handlers: RowHandlers): readonly Column<Blocker>[] {
  const { t, i18n } = useTranslation('blockers')
  const language = isoLanguage(i18n.language)
  const labels = { allDay: t('allDay'), midnight: t('midnight') }
  return [
    {
      name: 'description',
      head: t('columns.description'),
      width: '15%',
      isRowHeader: true,
      cell: ({ description }, highlight) => (
        <Name>
          {description} {highlight && <BlockerMark of={highlight} />}
        </Name>
      ),
    },
    { name: 'type', head: t('columns.type'), width: 120, cell: ({ type }) => t(`type.${type}`) },
    {
      name: 'start',
      head: t('columns.start'),
      cell: (blocker) => startAndEnd(blocker, language, labels)[0],
    },
    {
      name: 'end',
      head: t('columns.end'),
      cell: (blocker) => startAndEnd(blocker, language, labels)[1] || NONE,
    },
    {
      name: 'days',
      head: t('columns.days'),
      width: '12%',
      cell: ({ recurringDays }) => daysLabel(recurringDays, language) || NONE,
    },
    {
      name: 'dates',
      head: t('columns.dates'),
      width: '11%',
      cell: (blocker) => datesLabel(blocker, language) || NONE,
    },
    {
      name: 'location',
      head: t('columns.location'),
      width: '10%',
      cell: (blocker) => placeLabel(blocker, t),
    },
    {
      name: 'actions',
      head: t('columns.actions'),
      width: 92,
      cell: (blocker) => <RowActions blocker={blocker} {...handlers} />,
    },
  ]
}
