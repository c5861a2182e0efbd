import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { staffQueries } from '../../api/staff.ts'
import { paths } from '../../paths.ts'
import { useStoredState } from '../../session/open-forms.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { StateTag } from '../../ui/badge.tsx'
import { lazyModule } from '../../ui/lazy.tsx'
import { locationName } from '../../ui/location-name.ts'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { Page } from '../../ui/page-parts.ts'
import { usePageAddress } from '../../ui/paged-list/page-address.ts'
import { PagedList } from '../../ui/paged-list/paged-list.tsx'
import { RowButton, RowCard, Soft, Who } from '../../ui/row-parts.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { useInstants } from '../../ui/use-instants.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { isBound } from './access-form.ts'
import { VERBS } from './change-staff-dialog.tsx'

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

/** /staff: people whom the signed-in person may manage. The address has the page of the list. */
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

const TABLE_FROM_PX = 960

const Buttons = styled('span')({ display: 'inline-flex', gap: 20 })

type Props = {
  /** Disable, enable or withdraw. */
  onChange: (row: StaffRow) => void
  /** Type and locations. */
  onAccess: (row: StaffRow) => void
}

function StaffList({ onChange, onAccess }: Props) {
  const { t } = useTranslation('account')
  const when = useInstants()
  const ownId = useAtomValue(authUserAtom)?.id
  const address = usePageAddress(paths.staff())

  const who = (row: StaffRow) => (
    <Who>
      <strong>{row.displayName}</strong>
      <span>{row.username ? `${row.username} · ${row.email}` : row.email}</span>
    </Who>
  )
  const state = (row: StaffRow) => <StateBadge state={row.state} />
  const lastSignIn = ({ lastSignInAt }: StaffRow) => (lastSignInAt ? when(lastSignInAt) : t('staff.never'))
  const place = ({ type, location, locations }: StaffRow) => {
    if (isBound(type)) return locations.map(locationName).join(', ')
    return location === null ? t('profile.allLocations') : locationName(location)
  }
  const action = (row: StaffRow) => {
    // People can't disable themselves.
    if (row.id === ownId) return <Soft>{t('staff.you')}</Soft>
    const verb = VERBS[row.state]
    return (
      <Buttons>
        {row.state !== 'invited' && (
          <RowButton label={t('staff.changeOf', { name: row.displayName })} onPress={() => onAccess(row)}>
            {t('staff.change')}
          </RowButton>
        )}
        <RowButton label={t(`staff.${verb}Of`, { name: row.displayName })} onPress={() => onChange(row)}>
          {t(`staff.${verb}`)}
        </RowButton>
      </Buttons>
    )
  }

  return (
    <PagedList
      {...address}
      query={staffQueries.list(ownId ?? '', address.page)}
      labels={{
        list: t('staff.title'),
        pages: t('staff.pages'),
        loading: t('staff.loading'),
        failed: t('staff.failed'),
      }}
      columns={[
        { name: 'name', head: t('staff.name'), isRowHeader: true, cell: who },
        { name: 'type', head: t('staff.type'), width: 150, cell: ({ type }) => t(`type.${type}`) },
        { name: 'location', head: t('staff.location'), width: '15%', cell: place },
        { name: 'state', head: t('staff.state'), width: 130, cell: state },
        { name: 'lastSignIn', head: t('staff.lastSignIn'), width: '15%', cell: lastSignIn },
        { name: 'actions', head: t('staff.actions'), width: 220, cell: action },
      ]}
      card={(row) => (
        <RowCard name={who(row)} state={state(row)} action={action(row)}>
          {t(`type.${row.type}`)} · {place(row)}
          <br />
          {t('staff.lastSignIn')}: {lastSignIn(row)}
        </RowCard>
      )}
      tableFrom={TABLE_FROM_PX}
      empty={{ sentence: t('staff.empty') }}
      skeletonLines={2}
    />
  )
}

const TINTS = { active: 'closed', disabled: 'cancelled', invited: 'open' } as const

function StateBadge({ state }: { state: StaffRow['state'] }) {
  const { t } = useTranslation('account')
  return <StateTag tint={TINTS[state]}>{t(`staff.states.${state}`)}</StateTag>
}
