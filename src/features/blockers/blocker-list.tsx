import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { blockerQueries } from '../../api/blockers.ts'
import { messageFor } from '../../http/api-error.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { isNotHere, NotHere } from '../../ui/not-here.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useCards } from '../../ui/rows.tsx'
import { useWhyNot } from '../../ui/use-why-not.ts'
import { BlockerCards } from './blocker-cards.tsx'
import { BlockerBones, BlockerTable } from './blocker-table.tsx'
import { type BlockerFilter, filterOf, searchOf } from './list-filter.ts'
import type { RowHandlers } from './row-actions.tsx'
import { TypeFilter } from './type-filter.tsx'
import { useChangesMeanwhile } from './use-changes-meanwhile.ts'
import { useDisabled } from './use-disabled.ts'

const Empty = styled('div')({ display: 'grid', gap: 16, justifyItems: 'center', padding: '40px 16px' })

const Problem = styled(Note)({
  flexWrap: 'wrap',
  alignItems: 'center',
  textAlign: 'start',
  margin: 16,
  '& > span': { flex: '1 1 200px' },
})

/** The type and page that the address says, and a way to another. */
function useFilter(): [BlockerFilter, (filter: BlockerFilter, replace?: boolean) => void] {
  const navigate = useNavigate()
  const { search } = useLocation()
  return [
    filterOf(search),
    (filter, replace = false) => void navigate(`${paths.config()}${searchOf(filter)}`, { replace }),
  ]
}

type Props = RowHandlers & {
  onAdd: () => void
  /** Is told when the rows that are shown were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
  /** Is told what has happened while there was no connection; empty: nothing, or not any more. */
  onNews: (text: string) => void
}

/** Blockers page by page, newest first, in each state that the list can be in. */
export function BlockerList({ onAdd, onUpdated, onNews, ...handlers }: Props) {
  const { t } = useTranslation('blockers')
  const narrow = useCards()
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const [filter, setFilter] = useFilter()
  const disabled = useDisabled()
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(
    blockerQueries.list(adminId, filter),
  )
  useEffect(() => onUpdated(dataUpdatedAt), [onUpdated, dataUpdatedAt])
  const { page } = filter
  const totalPages = data?.paging.totalPages ?? 0

  // The last row of the last page was deleted, or the address says too much.
  const isBeyond = !isPlaceholderData && totalPages > 0 && page > totalPages
  useEffect(() => {
    if (isBeyond) setFilter({ ...filter, page: totalPages }, true)
  })

  const isStart = page === 1
  const isEnd = page >= totalPages
  const news = useChangesMeanwhile({
    question: JSON.stringify(filter),
    listed: isPlaceholderData ? undefined : data && { rows: data.data, isStart, isEnd },
    updatedAt: dataUpdatedAt,
  })
  useEffect(() => onNews(news.text), [onNews, news.text])

  const rows = data?.data ?? []
  const notHere = isNotHere({ data, error }, useWhyNot())
  const state = () => {
    if (notHere) return <NotHere onRetry={() => void refetch()} />
    if (error && !data) {
      return (
        <Problem kind="error" role="alert">
          <NoteSign kind="error" />
          <span>{messageFor(error, t('failed'))}</span>
          <Button variant="outlined" color="inherit" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </Problem>
      )
    }
    if (!data || isBeyond) return <BlockerBones />
    if (rows.length > 0) return null
    return filter.type === '' ? (
      <Empty>
        <p>{t('none')}</p>
        <Button variant="outlined" {...disabled} onClick={onAdd}>
          {t('add')}
        </Button>
      </Empty>
    ) : (
      <Empty>
        <p>{t('noneOfType')}</p>
        <Button variant="outlined" onClick={() => setFilter({ type: '', page: 1 })}>
          {t('showAll')}
        </Button>
      </Empty>
    )
  }

  const typeFilter = <TypeFilter type={filter.type} onType={(type) => setFilter({ type, page: 1 })} />
  return (
    <>
      {narrow ? (
        <>
          {typeFilter}
          {state()}
          {rows.length > 0 && <BlockerCards rows={rows} marked={news.marked} {...handlers} />}
        </>
      ) : (
        <BlockerTable rows={rows} marked={news.marked} filter={typeFilter} instead={state()} {...handlers} />
      )}
      {rows.length > 0 && (
        <Pager
          label={t('pager.label')}
          page={page}
          totalPages={totalPages}
          busy={isPlaceholderData}
          words={{
            previous: t('pager.previous'),
            next: t('pager.next'),
            position: t('pager.page', { page, totalPages }),
          }}
          onOpen={(next) => {
            setFilter({ ...filter, page: next })
            scrollTo(0, 0)
          }}
        />
      )}
    </>
  )
}
