import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { useStoredState } from '../../session/open-forms.ts'
import { lazyModule } from '../../ui/lazy.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { Page } from '../../ui/page-parts.ts'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { StaffList } from './staff-list.tsx'

/* Only the server invites and changes accounts, so these are kept on no device. */
const inviteDialog = lazyModule(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const changeStaffDialog = lazyModule(
  async () => (await import('./change-staff-dialog.tsx')).ChangeStaffDialog,
)
const accessDialog = lazyModule(async () => (await import('./access-dialog.tsx')).AccessDialog)

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** /staff: those whom one may manage. The address holds the page of the list. */
export function StaffPage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const { clear } = useMessages()
  const [inviting, setInviting] = useStoredState('staff invite', false)
  const [changing, setChanging] = useStoredState<StaffRow | null>('staff change', null)
  const [accessOf, setAccessOf] = useStoredState<StaffRow | null>('staff access', null)
  const disabled = useDisabledWithout()
  const InviteDialog = useLazyPart(inviteDialog, inviting, () => setInviting(false))
  const ChangeStaffDialog = useLazyPart(changeStaffDialog, changing !== null, () => setChanging(null))
  const AccessDialog = useLazyPart(accessDialog, accessOf !== null, () => setAccessOf(null))
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
            // The dialog shows its own messages; earlier ones do not belong there.
            clear()
            setInviting(true)
          }}
        >
          {t('staff.invite')}
        </Button>
      </Top>
      <NeedsConnection />
      <StatusAlert />
      <StaffList onChange={setChanging} onAccess={setAccessOf} />
      {inviting && InviteDialog && <InviteDialog onClose={() => setInviting(false)} />}
      {changing && ChangeStaffDialog && (
        <ChangeStaffDialog row={changing} onClose={() => setChanging(null)} />
      )}
      {accessOf && AccessDialog && <AccessDialog row={accessOf} onClose={() => setAccessOf(null)} />}
    </Page>
  )
}
