import { styled } from '@mui/material/styles'
import {
  type QueryKey,
  type UseQueryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Paging } from '../../../contract/envelope.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { unseen } from '../../theme/unseen.ts'
import { isNotCached, NotCached } from '../not-cached.tsx'
import { useAskWhenBack } from '../use-ask-when-back.ts'
import { useDisabledReason } from '../use-disabled-reason.ts'
import { AnswerStatus } from './answer-status.tsx'
import type { Column, RowOfList } from './column.ts'
import { allHighlights, type Highlight, type ShownHighlight } from './highlights.ts'
import { KeepPlace } from './keep-place.tsx'
import { ListCards } from './list-cards.tsx'
import { type Empty, ListEmpty } from './list-empty.tsx'
import { ListError } from './list-error.tsx'
import { SkeletonCards } from './list-skeleton.tsx'
import { type GroupOf, ListTable } from './list-table.tsx'
import type { OpenPage } from './page-address.ts'
import { Pager } from './pager.tsx'
import { type ChangesMeanwhile, type ListChanges, useChangesMeanwhile } from './use-changes-meanwhile.ts'
import { useFits } from './use-fits.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 24,
  // As high as a button from the start.
  '&[data-tools=true]': { minHeight: TARGET_PX },
  '& > :not([data-notice])[role=status]': {
    flex: '1 1 120px',
    fontSize: '0.875rem',
    color: theme.vars.palette.text.secondary,
  },
  // Present before its first text, or it would not be announced, but without room of its own.
  '& > [data-notice]': { fontSize: '0.875rem', fontWeight: 600, '&:empty': { position: 'absolute' } },
  '&[data-unseen=true]': { ...unseen, minHeight: 0 },
}))

const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '@media print': { display: 'block' },
})

const Filters = styled('div')({
  display: 'flex',
  gap: 12,
  maxWidth: 480,
  marginBottom: 12,
  '& > *': { flex: '1 1 0', minWidth: 0 },
})

const NONE: readonly never[] = []

export type ListPage = { data: readonly RowOfList[]; paging: Paging }
export type RowOf<P extends ListPage> = P['data'][number]

type Props<P extends ListPage, Key extends QueryKey, Changes extends ListChanges> = {
  /** The last part of its key is the number of the page. */
  query: UseQueryOptions<P, Error, P, Key>
  page: number
  onPage: OpenPage
  labels: {
    /** Label of the table or the cards. */
    list: string
    pages: string
    loading: string
    /** Used where the server sends no sentence. */
    failed: string
    /** Text of the count; without it the list has no head. */
    count?: (total: number) => string
  }
  columns: readonly Column<RowOf<P>>[]
  /** Used where it is too narrow for the table. */
  card: (row: RowOf<P>, highlight: Highlight | undefined) => ReactNode
  /** Minimum width of the table, in pixels. */
  tableFrom: number
  /** Filters by name of their column; over cards each needs a heading of its own. */
  filters?: (isTable: boolean, rows: readonly RowOf<P>[]) => Readonly<Record<string, ReactNode>>
  empty: Empty
  /** Whether its pages are cached. Pages of other lists say themselves that they need a connection. */
  isCached?: boolean
  /** Compares the rows on reconnect. */
  changes?: ChangesMeanwhile<RowOf<P>, Changes>
  /** Announced; empty: none. */
  notice?: string
  shownHighlight?: ShownHighlight<RowOf<P>>
  /** Filters before the count. */
  bar?: ReactNode
  /** Over rows of the table that belong together. */
  groupOf?: GroupOf<RowOf<P>>
  /** The query of another page, which 'Show more' adds to this one. */
  more?: (page: number) => UseQueryOptions<P, Error, P, Key>
  /** Under the rows. */
  below?: (rows: readonly RowOf<P>[]) => ReactNode
  /** Beside the count. */
  tools?: (hasRows: boolean) => ReactNode
  /** Lines of text per row while loading. */
  skeletonLines?: 1 | 2
  /** Called with the time when the shown rows were fetched, in milliseconds since 1970; 0: none are. */
  onUpdated?: (at: number) => void
}

/** A table, or cards where it is too narrow for one (CONTRIBUTING.md, 'A page with a list'). */
export function PagedList<
  P extends ListPage,
  Key extends QueryKey,
  Changes extends ListChanges = ListChanges,
>({
  query,
  page,
  onPage,
  labels,
  columns,
  card,
  tableFrom,
  filters,
  empty,
  isCached = false,
  changes,
  notice = '',
  shownHighlight = allHighlights,
  bar,
  groupOf,
  more,
  below,
  tools,
  skeletonLines = 1,
  onUpdated,
}: Props<P, Key, Changes>) {
  const [place, isTable] = useFits(tableFrom)
  const disabledReason = useDisabledReason()
  const { rows, further, showMore, totalPages, pagesKey, question, data, error, refetch, ...rest } = usePages(
    { query, page, onPage, more },
  )
  const { isPlaceholderData, dataUpdatedAt } = rest
  useEffect(() => onUpdated?.(dataUpdatedAt), [onUpdated, dataUpdatedAt])
  const retry = () => void refetch()
  useAskWhenBack(() => {
    if (!isCached) retry()
  })
  const until = page + further
  const hasRows = rows !== undefined && rows.length > 0
  useChangesMeanwhile({
    question,
    listed: isPlaceholderData ? undefined : rows && { rows, isStart: page === 1, isEnd: until >= totalPages },
    updatedAt: dataUpdatedAt,
    changes,
  })

  const isMissing = isNotCached({ data: rows, error }, disabledReason)
  // The page says that it needs a connection, and the list appears on reconnect.
  if (isMissing && disabledReason && !isCached) return null
  const notCached = isMissing && isCached

  const said = () => {
    if (hasRows) return labels.count?.(data?.paging.total ?? 0) ?? ''
    return rows || error || notCached ? '' : labels.loading
  }
  const instead = notCached ? (
    <NotCached onRetry={retry} />
  ) : error && !rows ? (
    <ListError error={error} fallback={labels.failed} onRetry={retry} />
  ) : rows?.length === 0 ? (
    <ListEmpty {...empty} />
  ) : null
  const cardFilters = isTable ? [] : Object.entries(filters?.(false, rows ?? NONE) ?? {})
  const shown = { label: labels.list, isBusy: isPlaceholderData, shownHighlight }
  return (
    <Frame>
      <Bar data-tools={tools !== undefined} data-unseen={!labels.count && !tools}>
        {bar}
        <AnswerStatus question={JSON.stringify([pagesKey, rows !== undefined])} text={said()} />
        <span data-notice role="status">
          {notice}
        </span>
        {tools?.(hasRows)}
      </Bar>
      <KeepPlace question={question} rows={rows ?? NONE}>
        <div ref={place}>
          {isTable ? (
            <ListTable
              {...shown}
              columns={columns}
              rows={rows ?? null}
              filters={filters?.(true, rows ?? NONE) ?? {}}
              instead={instead}
              skeletonLines={skeletonLines}
              groupOf={groupOf}
            />
          ) : (
            <>
              {cardFilters.length > 0 && (
                <Filters>
                  {cardFilters.map(([name, filter]) => (
                    <Fragment key={name}>{filter}</Fragment>
                  ))}
                </Filters>
              )}
              {instead ?? (rows ? <ListCards {...shown} rows={rows} card={card} /> : <SkeletonCards />)}
            </>
          )}
        </div>
      </KeepPlace>
      {below?.(rows ?? NONE)}
      {(hasRows || (instead && !rows && Math.max(page, totalPages) > 1)) && (
        <Pager
          label={labels.pages}
          page={page}
          until={until}
          totalPages={totalPages}
          isBusy={isPlaceholderData}
          onMore={more && hasRows ? showMore : undefined}
          onOpen={(next) => {
            onPage(next)
            scrollTo(0, 0)
          }}
        />
      )}
    </Frame>
  )
}

/** Rows of the page in the address and of the pages after it that were asked for. */
function usePages<P extends ListPage, Key extends QueryKey>({
  query,
  page,
  onPage,
  more,
}: Pick<Props<P, Key, ListChanges>, 'query' | 'page' | 'onPage' | 'more'>) {
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(query)
  const pagesKey = query.queryKey.slice(0, -1)
  const knownPages = useKnownPages(pagesKey)
  const totalPages = data?.paging.totalPages ?? knownPages
  // The last row of the last page is gone, or the page in the address does not exist.
  const isBeyond = data !== undefined && !isPlaceholderData && totalPages > 0 && page > totalPages
  useEffect(() => {
    if (isBeyond) onPage(totalPages, { replace: true })
  })

  const question = JSON.stringify(query.queryKey)
  const { further, showMore } = useFurther({ question, page, totalPages, more })
  const rows = useMemo(
    (): readonly RowOf<P>[] | undefined =>
      isBeyond || !data ? undefined : further.length === 0 ? data.data : joined([data, ...further]),
    [isBeyond, data, further],
  )
  return {
    rows,
    further: further.length,
    showMore,
    totalPages,
    pagesKey,
    question,
    data,
    error,
    refetch,
    isPlaceholderData,
    dataUpdatedAt,
  }
}

/** Maximum number of pages below one another. */
const MOST_FURTHER = 9

/** Further pages that were asked for, up to the first that is not fetched. Another question starts over. */
function useFurther<P extends ListPage, Key extends QueryKey>({
  question,
  page,
  totalPages,
  more,
}: Pick<Props<P, Key, ListChanges>, 'page' | 'more'> & { question: string; totalPages: number }) {
  const [wanted, setWanted] = useState({ question, count: 0 })
  const count = wanted.question === question ? wanted.count : 0
  const numbers = Array.from({ length: count }, (_, i) => page + 1 + i).filter((next) => next <= totalPages)
  const further = useQueries({
    queries: more ? numbers.map((next) => ({ ...more(next), placeholderData: undefined })) : [],
    combine: whileThere,
  }) as P[]
  const isFull = count >= MOST_FURTHER
  return { further, showMore: isFull ? undefined : () => setWanted({ question, count: count + 1 }) }
}

function whileThere(results: readonly { data?: unknown }[]): unknown[] {
  const missing = results.findIndex(({ data }) => data === undefined)
  return results.slice(0, missing < 0 ? results.length : missing).map(({ data }) => data)
}

/** Rows of several pages. A row that moved to the next page between two fetches appears once. */
function joined<P extends ListPage>(pages: readonly P[]): RowOf<P>[] {
  const rows = new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row]))
  return [...rows.values()]
}

/** Number of pages by those fetched; 0: none was. @param pages beginning of their keys */
function useKnownPages(pages: QueryKey): number {
  const fetched = useQueryClient().getQueriesData<{ paging: Paging }>({ queryKey: pages })
  return Math.max(0, ...fetched.map(([, page]) => page?.paging.totalPages ?? 0))
}
