import { styled } from '@mui/material/styles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { DeviceRow } from '../../../../contract/devices.ts'
import { deviceQueries, removeDevicePerson } from '../../../api/devices.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { messageFor } from '../../../http/message-for.ts'
import { paths } from '../../../paths.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { locationName } from '../../../ui/location-name.ts'
import { useMessages } from '../../../ui/messages.ts'
import { usePageAddress } from '../../../ui/paged-list/page-address.ts'
import { PagedList } from '../../../ui/paged-list/paged-list.tsx'
import { RowButton, RowCard, Soft, Who } from '../../../ui/row-parts.tsx'
import { useInstants } from '../../../ui/use-instants.ts'
import { useClinic } from '../../../use-clinic.ts'

/** Amber is what somebody may want to look after. */
const TINTS = { active: 'closed', revoked: 'open', deleted: 'cancelled', locked_out: 'open' } as const

const Person = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  marginInlineEnd: 12,
  '& > button': { minWidth: 0, padding: '0 6px' },
})

// Some of them are sentences.
const State = styled(StateTag)({ whiteSpace: 'normal' })

/** A table narrower than this, in pixels, has no room for its columns. */
const TABLE_FROM_PX = 800

type Props = {
  /** The tablet that this browser is: it has a card of its own. */
  ownId: string | undefined
  onRevoke: (row: DeviceRow) => void
}

/** The reception tablets, page by page. */
export function DeviceList({ ownId, onRevoke }: Props) {
  const clinic = useClinic()
  const { t } = useTranslation('devices')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const address = usePageAddress(paths.devices())
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ row, person }: { row: DeviceRow; person: DeviceRow['people'][number] }) =>
      removeDevicePerson(row.id, person.id),
    onMutate: clear,
    onSuccess: (_, { person }) => notify('success', t('people.removed', { name: person.name })),
    onError: (error) => notify('error', messageFor(error, t('people.removeFailed'))),
    onSettled: () => refetchChanged(queries, deviceQueries.all()),
  })
  const when = useInstants()

  const placesOf = ({ locations }: DeviceRow) =>
    locations === null || clinic.locations.every(({ code }) => locations.includes(code))
      ? t('allLocations')
      : locations.map(locationName).join(', ')
  const name = (row: DeviceRow) => (
    <Who>
      <strong>{row.name}</strong>
      {row.id === ownId && <span>{t('thisOne')}</span>}
      {clinic.locations.length > 1 && <span>{placesOf(row)}</span>}
      {row.people.map((person) => (
        <Person key={person.id}>
          {person.name}
          <RowButton
            label={t('people.removeOf', { name: person.name, tablet: row.name })}
            onPress={() => remove.isPending || remove.mutate({ row, person })}
          >
            <X size={16} aria-hidden="true" />
          </RowButton>
        </Person>
      ))}
    </Who>
  )
  const state = ({ state }: DeviceRow) => <State tint={TINTS[state]}>{t(`states.${state}`)}</State>
  const by = ({ registeredBy }: DeviceRow) => registeredBy && t('registeredBy', { name: registeredBy })
  const registered = (row: DeviceRow) => (
    <>
      {when(row.registeredAt)}
      <br />
      <Soft>{by(row)}</Soft>
    </>
  )
  const lastSeen = ({ lastSeenAt }: DeviceRow) => (lastSeenAt ? when(lastSeenAt) : t('never'))
  const action = (row: DeviceRow) =>
    row.state === 'active' &&
    row.id !== ownId && (
      <RowButton label={t('revokeOf', { name: row.name })} onPress={() => onRevoke(row)}>
        {t('revoke')}
      </RowButton>
    )

  return (
    <PagedList
      {...address}
      query={deviceQueries.list(adminId, address.page)}
      labels={{ list: t('all'), pages: t('pagesLabel'), loading: t('loading'), failed: t('failed') }}
      columns={[
        { name: 'name', head: t('name'), isRowHeader: true, cell: name },
        { name: 'state', head: t('state'), width: '24%', cell: state },
        { name: 'registered', head: t('registered'), width: '20%', cell: registered },
        { name: 'lastSeen', head: t('lastSeen'), width: '20%', cell: lastSeen },
        { name: 'actions', head: t('actions'), width: 130, cell: action },
      ]}
      card={(row) => (
        <RowCard name={name(row)} state={state(row)} action={action(row)}>
          {t('registered')}: {when(row.registeredAt)} {by(row)}
          <br />
          {t('lastSeen')}: {lastSeen(row)}
        </RowCard>
      )}
      tableFrom={TABLE_FROM_PX}
      empty={{ sentence: t('empty') }}
      skeletonLines={2}
    />
  )
}
