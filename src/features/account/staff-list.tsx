import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { staffQueries } from '../../api/staff.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { locationName } from '../../ui/location-name.ts'
import { usePageAddress } from '../../ui/paged-list/page-address.ts'
import { PagedList } from '../../ui/paged-list/paged-list.tsx'
import { RowButton, RowCard, Soft, Who } from '../../ui/row-parts.tsx'
import { useInstants } from '../../ui/use-instants.ts'
import { isBound } from './access-form.ts'
import { VERBS } from './change-staff-dialog.tsx'
import { StateBadge } from './state-badge.tsx'

const TABLE_FROM_PX = 960

const Buttons = styled('span')({ display: 'inline-flex', gap: 20 })

type Props = {
  /** Disable, enable or withdraw. */
  onChange: (row: StaffRow) => void
  /** Type and locations. */
  onAccess: (row: StaffRow) => void
}

export function StaffList({ onChange, onAccess }: Props) {
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
    // Nobody disables themselves.
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
