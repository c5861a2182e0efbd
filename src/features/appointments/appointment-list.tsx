import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { appointmentQueries } from '../../api/appointments-list.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Note, NoteSign } from '../../ui/note.tsx'
import { Pager } from '../../ui/pager.tsx'
import { AppointmentRows } from './appointment-rows.tsx'
import { RowBones } from './row-bones.tsx'

const Quiet = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

const Empty = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  justifyItems: 'center',
  padding: '40px 16px',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  border: `1px dashed ${theme.vars.palette.divider}`,
  borderRadius: 10,
}))

type Props = {
  /** Code of a location, or 'all'. */
  location: string
  search: string | null
  /** What stands where no appointment is; it may hold an action. */
  empty: ReactNode
}

/** Appointments page by page, upcoming ones first, in each state that the list can be in. */
export function AppointmentList({ location, search, empty }: Props) {
  const { t } = useTranslation('appointments')
  const [page, setPage] = useState(1)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery(
    appointmentQueries.list(staffId, { location, status: '', cancelled: search !== null, search, page }),
  )

  return (
    <>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowBones />}
      {data && data.paging.total === 0 && <Empty>{empty}</Empty>}
      {data && data.paging.total > 0 && (
        <>
          <Quiet role="status">{t('count', { count: data.paging.total })}</Quiet>
          <AppointmentRows rows={data.data} />
          <Pager
            label={t('pager.label')}
            words={{
              previous: t('pager.previous'),
              next: t('pager.next'),
              position: t('pager.page', { page, totalPages: data.paging.totalPages }),
            }}
            page={page}
            totalPages={data.paging.totalPages}
            busy={isPlaceholderData}
            onOpen={(next) => {
              setPage(next)
              scrollTo(0, 0)
            }}
          />
        </>
      )}
    </>
  )
}

const Problem = styled(Note)({ flexWrap: 'wrap', alignItems: 'center', '& > span': { flex: '1 1 200px' } })

/** Why there is no list. Asking once more helps only where the question itself was not refused. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('appointments')
  const refused = error instanceof ApiError && error.isRefusal
  const searchProblem = error instanceof ApiError ? error.errors.search : undefined
  return (
    <Problem kind="error" role="alert">
      <NoteSign kind="error" />
      <span>{searchProblem ?? messageFor(error, t('failed'))}</span>
      {!refused && (
        <Button variant="outlined" color="inherit" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Problem>
  )
}
