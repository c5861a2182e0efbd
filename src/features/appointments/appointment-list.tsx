import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_HITS } from '../../../contract/lists.ts'
import { appointmentQueries } from '../../api/appointments-list.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { isNotHere, NotHere } from '../../ui/not-here.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useWhyNot } from '../../ui/use-why-not.ts'
import { AppointmentCards } from './appointment-cards.tsx'
import { AppointmentTable, useTableWidth } from './appointment-table.tsx'
import { ExportButton } from './export-button.tsx'
import { LocationFilter, StatusFilter } from './filters.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListProblem } from './list-problem.tsx'
import { AnswerStatus } from './live/answer-status.tsx'
import { KeepPlace } from './live/keep-place.tsx'
import { useChangesMeanwhile } from './live/use-changes-meanwhile.ts'
import { CardBones } from './row-bones.tsx'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useFits } from './use-fits.ts'
import { useKnownPages } from './use-known-pages.ts'
import { useShownLocation } from './use-shown-location.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 44,
  '& > span': { flex: '1 1 120px', color: theme.vars.palette.text.secondary },
}))

const Filters = styled('div')({
  display: 'flex',
  gap: 12,
  maxWidth: 480,
  marginBottom: 12,
  '& > *': { flex: '1 1 0', minWidth: 0 },
})

const NONE: readonly never[] = []

type Props = {
  search: string | null
  /** Is told when the rows that are shown were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

/** Appointments page by page, upcoming ones first, in each state that the list can be in. */
export function AppointmentList({ search, onUpdated }: Props) {
  const { t } = useTranslation('appointments')
  const [place, fits] = useFits(useTableWidth())
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const [{ location: said, status, page }, go] = useDashboardAddress()
  const location = useShownLocation(said, search)
  // Who searches wants to know of cancelled ones too.
  const filter = { location, status, search, cancelled: search !== null }
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(
    appointmentQueries.list(staffId, { ...filter, page }),
  )
  useEffect(() => onUpdated(dataUpdatedAt), [onUpdated, dataUpdatedAt])

  const known = useKnownPages(staffId, filter)
  const totalPages = data?.paging.totalPages ?? known
  // The last row of the last page is gone, or the address says too much.
  const isBeyond = data !== undefined && !isPlaceholderData && totalPages > 0 && page > totalPages
  useEffect(() => {
    if (isBeyond) go({ page: totalPages }, { replace: true })
  })

  const rows = isBeyond ? undefined : data?.data
  const question = JSON.stringify([filter, page])
  useChangesMeanwhile({
    question,
    listed: isPlaceholderData ? undefined : rows && { rows, isStart: page === 1, isEnd: page >= totalPages },
    updatedAt: dataUpdatedAt,
    isFiltered: status !== '' || search !== null,
  })
  const notHere = isNotHere({ data: rows, error }, useWhyNot())
  const hasRows = rows !== undefined && rows.length > 0
  const inWords = () => {
    const count = data?.paging.total ?? 0
    if (hasRows) return t(search !== null && count >= SEARCH_HITS ? 'manyMatch' : 'count', { count })
    return rows || error || notHere ? '' : t('loading')
  }
  const instead = notHere ? (
    <NotHere onRetry={() => void refetch()} />
  ) : error && !rows ? (
    <ListProblem error={error} onRetry={() => void refetch()} />
  ) : rows?.length === 0 ? (
    <ListEmpty {...filter} onFilter={(chosen) => go({ ...chosen, page: 1 })} />
  ) : null
  // In a table the names of the columns stand over them.
  const heading = (column: 'location' | 'status') => (fits ? undefined : t(`columns.${column}`))
  const filters = {
    location: (
      <LocationFilter
        heading={heading('location')}
        location={location}
        onLocation={(code) => go({ location: code, page: 1 })}
      />
    ),
    status: (
      <StatusFilter
        heading={heading('status')}
        status={status}
        onStatus={(chosen) => go({ status: chosen, page: 1 })}
      />
    ),
  }
  return (
    <>
      <Bar>
        <AnswerStatus question={JSON.stringify([filter, rows !== undefined])} text={inWords()} />
        <ExportButton filter={filter} isOffered={hasRows} />
      </Bar>
      <KeepPlace question={question} rows={rows ?? NONE}>
        <div ref={place}>
          {fits ? (
            <AppointmentTable
              rows={rows ?? null}
              filters={filters}
              instead={instead}
              busy={isPlaceholderData}
            />
          ) : (
            <>
              <Filters>
                {filters.location}
                {filters.status}
              </Filters>
              {instead ?? (rows ? <AppointmentCards rows={rows} busy={isPlaceholderData} /> : <CardBones />)}
            </>
          )}
        </div>
      </KeepPlace>
      {(hasRows || ((error || notHere) && !rows && Math.max(page, totalPages) > 1)) && (
        <Pager
          label={t('pager.label')}
          words={{
            previous: t('pager.previous'),
            next: t('pager.next'),
            position: totalPages ? t('pager.page', { page, totalPages }) : t('pager.pageAlone', { page }),
          }}
          page={page}
          totalPages={totalPages || page}
          busy={isPlaceholderData}
          onOpen={(next) => {
            go({ page: next })
            scrollTo(0, 0)
          }}
        />
      )}
    </>
  )
}
