import UserPlus from 'lucide:user-plus'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { StaffRow } from '../../../contract/staff.ts'
import { staffQueries } from '../../api/staff.ts'
import { messageFor } from '../../http/api-error.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Card } from '../../ui/card.tsx'
import { ListBones } from '../../ui/list-bones.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useAskWhenBack, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { isNotHere } from '../../ui/not-here.tsx'
import { Pager } from '../../ui/pager.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { useWhyNot } from '../../ui/use-why-not.ts'
import { ChangeStaffDialog } from './change-staff-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { StaffList } from './staff-list.tsx'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** /staff: who works here, for admins. The page of the list stands in the address. */
export function StaffPage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const { clear } = useMessages()
  const [inviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<StaffRow | null>(null)
  const disabled = useDisabledWithout()
  return (
    <Page>
      <Top>
        <h1>{t('staff.title')}</h1>
        <Button
          variant="contained"
          startIcon={<UserPlus size={20} aria-hidden="true" />}
          {...disabled}
          onClick={() => {
            if (disabled) return
            // The dialog shows the messages of what is done in it; what was done before is not its matter.
            clear()
            setInviting(true)
          }}
        >
          {t('staff.invite')}
        </Button>
      </Top>
      <NeedsConnection />
      <StatusAlert />
      <People onChange={setChanging} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {changing && <ChangeStaffDialog row={changing} onClose={() => setChanging(null)} />}
    </Page>
  )
}

/** The list in each of its states. */
function People({ onChange }: { onChange: (row: StaffRow) => void }) {
  const { t } = useTranslation('account')
  const user = useAtomValue(authUserAtom)
  const navigate = useNavigate()
  const { search } = useLocation()
  const page = Math.max(1, Math.floor(Number(new URLSearchParams(search).get('page'))) || 1)
  const open = (next: number) => {
    navigate(next === 1 ? paths.staff() : `${paths.staff()}?page=${next}`)
    scrollTo(0, 0)
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(staffQueries.list(user?.id ?? '', page))

  const whyNot = useWhyNot()
  useAskWhenBack(() => void refetch())

  // The page says so at its top, and the list comes by itself.
  if (whyNot && isNotHere({ data, error }, whyNot)) return null
  if (!data && error) {
    return (
      <Card role="alert">
        <p>{messageFor(error, t('staff.failed'))}</p>
        <div>
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('staff.retry')}
          </Button>
        </div>
      </Card>
    )
  }
  if (!data) return <ListBones label={t('staff.loading')} />
  if (data.paging.total === 0) {
    return (
      <Card>
        <p>{t('staff.empty')}</p>
      </Card>
    )
  }
  const pages = data.paging.totalPages
  return (
    <>
      <StaffList rows={data.data} ownId={user?.id} onChange={onChange} />
      {(pages > 1 || page > 1) && (
        <Pager
          label={t('staff.pages')}
          words={{
            previous: t('staff.previous'),
            next: t('staff.next'),
            position: t('staff.page', { page, pages }),
          }}
          page={page}
          totalPages={pages}
          busy={isPlaceholderData}
          onOpen={open}
        />
      )}
    </>
  )
}
