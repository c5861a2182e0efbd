import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Blocker } from '../../../contract/blockers.ts'
import { BLOCKER_TYPES, type BlockerType } from '../../../domain/blockers.ts'
import { reachesBlocker } from '../../../domain/rights.ts'
import { blockerQueries } from '../../api/blockers.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { blockerReachAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import type { Column } from '../../ui/paged-list/column.ts'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'
import { HighlightMark } from '../../ui/paged-list/highlight-mark.tsx'
import type { Highlight } from '../../ui/paged-list/highlights.ts'
import { PagedList } from '../../ui/paged-list/paged-list.tsx'
import { datesLabel, daysLabel, startAndEnd } from './blocker-labels.ts'
import { changesSince } from './changes-since.ts'
import { type BlockerFilter, filterOf, searchOf } from './list-filter.ts'
import { placeLabel } from './place-label.ts'
import { Summary } from './summary.tsx'
import { useDisabled } from './use-disabled.ts'

const TABLE_FROM_PX = 960

const Look = styled('div')({ '& table': { fontSize: '0.875rem' } })

const Card = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'start',
})

const KINDS = ['fresh', 'changed', 'gone'] as const

function useFilter() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const go = (change: Partial<BlockerFilter>, { replace = false } = {}) =>
    // Based on the current location: of two quick choices the second must not start from before the first.
    void navigate(`${paths.config()}${searchOf({ ...filterOf(window.location.search), ...change })}`, {
      replace,
    })
  return [filterOf(search), go] as const
}

type Props = RowHandlers & {
  onAdd: () => void
  /** Called with the time when the shown rows were fetched, in milliseconds since 1970; 0: none are. */
  onUpdated: (at: number) => void
}

export function BlockerList({ onAdd, onUpdated, ...handlers }: Props) {
  const { t } = useTranslation('blockers')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const [filter, go] = useFilter()
  const disabled = useDisabled()
  const mayWrite = useAtomValue(blockerReachAtom) !== null
  const [notice, showNotice] = useNotice()
  return (
    <Look>
      <PagedList
        query={blockerQueries.list(adminId, filter)}
        page={filter.page}
        onPage={(page, options) => go({ page }, options)}
        labels={{
          list: t('title'),
          pages: t('pagesLabel'),
          loading: t('loading'),
          failed: t('failed'),
          count: (count) => t('count', { count }),
        }}
        columns={useBlockerColumns(handlers)}
        card={(blocker, highlight) => (
          <Card>
            <div>
              <Summary blocker={blocker} />
              {highlight && <BlockerMark of={highlight} />}
            </div>
            <RowActions blocker={blocker} {...handlers} />
          </Card>
        )}
        tableFrom={TABLE_FROM_PX}
        filters={(isTable) => ({
          type: (
            <TypeFilter
              heading={isTable ? undefined : t('columns.type')}
              type={filter.type}
              onType={(type) => go({ type, page: 1 })}
            />
          ),
        })}
        empty={
          filter.type === ''
            ? {
                sentence: t('none'),
                ...(mayWrite && { action: { ...disabled, children: t('add'), onClick: onAdd } }),
              }
            : {
                sentence: t('noneOfType'),
                action: { children: t('showAll'), onClick: () => go({ type: '', page: 1 }) },
              }
        }
        isCached
        changes={{
          compare: changesSince,
          onChanges: (changes) => {
            const some = KINDS.filter((kind) => changes[kind].length > 0)
            const words = some.map((kind) => t(`back.${kind}`, { count: changes[kind].length }))
            showNotice(t('back.sentence', { changes: words.join(', ') }))
          },
        }}
        notice={notice}
        onUpdated={onUpdated}
      />
    </Look>
  )
}

type Type = BlockerType | ''
type TypeFilterProps = { heading: string | undefined; type: Type; onType: (type: Type) => void }

function TypeFilter({ heading, type, onType }: TypeFilterProps) {
  const { t } = useTranslation('blockers')
  return (
    <FilterSelect<Type>
      label={t('filter')}
      heading={heading}
      value={type}
      options={[['', t('allTypes')], ...BLOCKER_TYPES.map((value) => [value, t(`type.${value}`)] as const)]}
      onChoose={onType}
    />
  )
}

const Name = styled('span')({ fontWeight: 600 })

const NONE = '–'

/** Columns in the specification's order. */
function useBlockerColumns(handlers: RowHandlers): readonly Column<Blocker>[] {
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

const NOTICE_MS = 10_000

function useNotice(): [notice: string, show: (sentence: string) => void] {
  // An object, so that a repeated sentence is shown for its full time.
  const [shown, setShown] = useState<{ sentence: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return [shown?.sentence ?? '', (sentence) => setShown({ sentence })]
}

function BlockerMark({ of: highlight }: { of: Highlight }) {
  const { t } = useTranslation('blockers')
  return <HighlightMark>{t(`mark.${highlight}`)}</HighlightMark>
}

const Buttons = styled('span')({
  display: 'inline-flex',
  gap: 4,
  margin: '-4px -10px',
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

type RowHandlers = {
  onEdit: (blocker: Blocker) => void
  onDelete: (blocker: Blocker) => void
  /** Somebody is about to press one of them. */
  onNear: () => void
}

function RowActions({ blocker, onEdit, onDelete, onNear }: { blocker: Blocker } & RowHandlers) {
  const { t } = useTranslation('blockers')
  const disabled = useDisabled()
  const reach = useAtomValue(blockerReachAtom)
  // The list has more than one may write: those of all locations, and for a doctor those of the location.
  if (!reach || !reachesBlocker(reach, blocker)) return null
  const name = blocker.description
  return (
    <Buttons onPointerEnter={onNear} onFocus={onNear}>
      <IconButton
        aria-label={t('editOf', { name })}
        title={t('edit')}
        {...disabled}
        onClick={() => onEdit(blocker)}
      >
        <Pencil size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={t('deleteOf', { name })}
        title={t('delete')}
        {...disabled}
        onClick={() => onDelete(blocker)}
      >
        <Trash size={18} aria-hidden="true" />
      </IconButton>
    </Buttons>
  )
}
