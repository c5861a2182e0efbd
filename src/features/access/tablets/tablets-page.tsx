import { styled } from '@mui/material/styles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { DeviceRow } from '../../../../contract/devices.ts'
import { deviceQueries, removeDevicePerson, revokeDevice } from '../../../api/devices.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { messageFor } from '../../../http/message-for.ts'
import { readPin } from '../../../offline/tablet/index.ts'
import { paths } from '../../../paths.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { CheckboxField, chosenIn } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { locationName } from '../../../ui/location-name.ts'
import { useMessages } from '../../../ui/messages.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { OwnPinDialog } from '../../../ui/own-pin/own-pin-dialog.tsx'
import { PinFields } from '../../../ui/own-pin/pin-fields.tsx'
import { useTabletChange } from '../../../ui/own-pin/use-tablet-change.ts'
import { type ThisTablet, useThisTablet } from '../../../ui/own-pin/use-this-tablet.ts'
import { RowButton, RowCard, Soft, Who } from '../../../ui/row-parts.tsx'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { useClinic } from '../../../use-clinic.ts'
import { CreateDialog } from '../create-dialog.tsx'
import { CredentialsList, CredentialsPage, RevokeDialog } from '../credentials-page.tsx'
import { becomeTablet, NotSetUp, stopBeingTablet } from './become-tablet.ts'
import { checkSetUp } from './checks.ts'
import { ThisBrowser } from './this-browser.tsx'

/** The tablet to revoke: another one, or this one, which has its token. */
type Revoked = { id: string; name: string; token?: string }

type Open =
  | { kind: 'create' }
  | { kind: 'changePin'; tablet: ThisTablet }
  | { kind: 'revoke'; tablet: Revoked }

/** /devices: the reception tablets, and whether this browser is one; for admins. */
export function TabletsPage() {
  const { t } = useTranslation('devices')
  const own = useThisTablet()
  return (
    <CredentialsPage<Open>
      title={t('title')}
      intro={t('intro')}
      ofBrowser={(open) => (
        <>
          {own !== undefined && (
            <ThisBrowser
              tablet={own}
              onSetUp={() => open({ kind: 'create' })}
              onChangePin={(tablet) => open({ kind: 'changePin', tablet })}
              onStop={(tablet) => open({ kind: 'revoke', tablet })}
            />
          )}
          <h2>{t('all')}</h2>
        </>
      )}
      list={(open) => (
        <TabletList
          ownId={own?.id}
          onRevoke={({ id, name }) => open({ kind: 'revoke', tablet: { id, name } })}
        />
      )}
      dialog={(opened, close) => {
        if (opened.kind === 'create') return <SetUpTablet onClose={close} />
        if (opened.kind === 'changePin') return <OwnPinDialog tablet={opened.tablet} onClose={close} />
        return <RevokeTablet tablet={opened.tablet} onClose={close} />
      }}
    />
  )
}

/** Amber: may need attention. */
const TINTS = { active: 'closed', revoked: 'open', deleted: 'cancelled', locked_out: 'open' } as const

const Person = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  marginInlineEnd: 12,
  '& > button': { minWidth: 0, padding: '0 6px' },
})

// Some states are sentences.
const State = styled(StateTag)({ whiteSpace: 'normal' })

type ListProps = {
  /** Id of this browser's tablet, which has a card of its own. */
  ownId: string | undefined
  onRevoke: (row: DeviceRow) => void
}

function TabletList({ ownId, onRevoke }: ListProps) {
  const clinic = useClinic()
  const { t } = useTranslation('devices')
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

  return (
    <CredentialsList
      path={paths.devices()}
      query={deviceQueries.list}
      labels={{
        list: t('all'),
        pages: t('pagesLabel'),
        loading: t('loading'),
        failed: t('failed'),
        actions: t('actions'),
        empty: t('empty'),
      }}
      columns={[
        { name: 'name', head: t('name'), isRowHeader: true, cell: name },
        { name: 'state', head: t('state'), width: '24%', cell: state },
        { name: 'registered', head: t('registered'), width: '20%', cell: registered },
        { name: 'lastSeen', head: t('lastSeen'), width: '20%', cell: lastSeen },
      ]}
      card={(row, action) => (
        <RowCard name={name(row)} state={state(row)} action={action}>
          {t('registered')}: {when(row.registeredAt)} {by(row)}
          <br />
          {t('lastSeen')}: {lastSeen(row)}
        </RowCard>
      )}
      tableFrom={800}
      revoke={{
        word: t('revoke'),
        label: ({ name }) => t('revokeOf', { name }),
        isOffered: ({ id, state }) => state === 'active' && id !== ownId,
        open: onRevoke,
      }}
    />
  )
}

/** Makes this browser a reception tablet with a name and a PIN. */
function SetUpTablet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const { notify } = useMessages()
  const change = useTabletChange()
  const user = useAtomValue(authUserAtom)
  const locations = useAtomValue(ownLocationsAtom)
  const codes = locations.map(({ code }) => code)
  const ownLocation = codes.find((code) => code === user?.location)
  return (
    <CreateDialog
      title={t('setUp.title')}
      buttons={{ cancel: t('setUp.cancel'), submit: t('setUp.submit'), busy: t('setUp.busy') }}
      initial={{ name: '', locations: ownLocation ?? codes.join(), pin: '', repeat: '' }}
      check={checkSetUp}
      messages={useFieldMessages('devices')}
      create={async ({ name, locations, pin }) => {
        if (!user) return undefined
        await change(() => becomeTablet(name.trim(), readPin(pin), user, chosenIn(locations)))
        onClose()
        notify('success', t('setUp.done', { name: name.trim() }))
        return undefined
      }}
      failed={(error) =>
        error instanceof NotSetUp
          ? t(error.isListed ? 'setUp.notKeptListed' : 'setUp.notKept')
          : messageFor(error, t('setUp.failed'))
      }
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField
            field={field('name')}
            label={t('setUp.name')}
            hint={t('setUp.nameHint')}
            autoCapitalize="sentences"
            required
            autoFocus
          />
          {codes.length > 1 && (
            <CheckboxField
              field={field('locations')}
              label={t('setUp.locations')}
              hint={t('setUp.locationsHint')}
              options={locations.map(({ code, name }) => ({ value: code, label: name }))}
            />
          )}
          <PinFields
            pin={field('pin')}
            repeat={field('repeat')}
            labels={{ pin: t('setUp.pin'), repeat: t('setUp.repeat'), show: t('setUp.showPin') }}
            hint={t('setUp.pinHint')}
          />
          <Note kind="info">
            <NoteSign kind="info" />
            <span>{t('setUp.warning')}</span>
          </Note>
        </>
      )}
    </CreateDialog>
  )
}

function RevokeTablet({ tablet, onClose }: { tablet: Revoked; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const change = useTabletChange()
  const { id, name, token } = tablet
  const verb = token === undefined ? 'revoke' : 'stop'
  return (
    <RevokeDialog
      title={t(`end.${verb}`, { name })}
      text={t(`end.${verb}Text`)}
      keep={t('end.keep')}
      submit={t(verb === 'stop' ? 'end.stopSubmit' : 'revoke')}
      busy={t('end.busy')}
      act={() => change(() => (token === undefined ? revokeDevice(id) : stopBeingTablet({ id, token })))}
      done={() => t(`end.${verb}Done`, { name })}
      failed={t(`end.${verb}Failed`)}
      onClose={onClose}
    />
  )
}
