import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloodBooking, FloodGroup } from '../../../contract/flood.ts'
import { cancelFlood, floodQueries } from '../../api/flood.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { messageFor } from '../../http/message-for.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Hint } from '../../ui/card.tsx'
import { DialogBody, DialogButtons, DialogIntro } from '../../ui/dialog-body.tsx'
import { locationName } from '../../ui/location-name.ts'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { Intro, Page } from '../../ui/page-parts.ts'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { useInstants } from '../../ui/use-instants.ts'
import { changedSelection, chosen, isSelectable, newIn } from './selection.ts'

const HOURS = [6, 24, 72] as const

const Choices = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& > button': { padding: '8px 14px' },
})

const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  display: 'flex',
  justifyContent: 'flex-end',
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
}))

/** /recent-bookings: what strangers booked in the last hours, by where it came from; for admins. */
export function RecentBookingsPage() {
  const { t } = useTranslation('flood')
  useFreshStatus()
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const disabled = useDisabledWithout()
  const [hours, setHours] = useState<(typeof HOURS)[number]>(24)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, isPending } = useQuery(floodQueries.recent(adminId, hours))
  const groups = data?.groups ?? []
  const bookings = chosen(groups, selection)

  return (
    <Page>
      <Intro>
        <h1>{t('title')}</h1>
        <Hint>{t('intro')}</Hint>
      </Intro>
      <StatusAlert />
      <NeedsConnection />
      <Choices role="group" aria-label={t('period')}>
        {HOURS.map((count) => (
          <Button
            key={count}
            variant={count === hours ? 'contained' : 'outlined'}
            aria-pressed={count === hours}
            onClick={() => setHours(count)}
          >
            {t('hours', { count })}
          </Button>
        ))}
      </Choices>
      {error ? (
        <Note kind="error" role="alert">
          <NoteSign kind="error" />
          <span>{messageFor(error, t('failed'))}</span>
        </Note>
      ) : (
        <p role="status">{isPending ? t('loading') : groups.length === 0 ? t('empty') : ''}</p>
      )}
      {groups.map((group) => (
        <GroupCard
          key={group.group}
          of={group}
          selection={selection}
          onSelect={(ids, isSelected) => setSelection(changedSelection(selection, ids, isSelected))}
        />
      ))}
      {data?.more && <Hint>{t('more')}</Hint>}
      {bookings.length > 0 && (
        <Foot>
          <Button
            variant="contained"
            color="error"
            {...disabled}
            onClick={() => disabled || setIsAsking(true)}
          >
            {t('cancel', { count: bookings.length })}
          </Button>
        </Foot>
      )}
      {isAsking && <CancelDialog bookings={bookings} onClose={() => setIsAsking(false)} />}
    </Page>
  )
}

/** Asks before the selected bookings are cancelled, with the number of patients who get a message. */
function CancelDialog({ bookings, onClose }: { bookings: readonly FloodBooking[]; onClose: () => void }) {
  const { t } = useTranslation('flood')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const told = bookings.filter(({ isKnown }) => isKnown).length
  const cancel = useMutation({
    mutationFn: () => cancelFlood(bookings.map(({ id }) => id)),
    onSuccess: ({ cancelled }) => notify('success', t('done', { count: cancelled })),
    onError: (error) => notify('error', messageFor(error, t('cancelFailed'))),
    onSettled: () => {
      void refetchChanged(queries, floodQueries.all())
      onClose()
    },
  })
  return (
    <Dialog open onClose={() => !cancel.isPending && onClose()} aria-labelledby="cancel-flood" maxWidth="xs">
      <DialogBody>
        <DialogIntro>
          <h2 id="cancel-flood">{t('cancelTitle', { count: bookings.length })}</h2>
          <p>{told === 0 ? t('toldNone') : t('told', { count: told })}</p>
        </DialogIntro>
        <DialogButtons>
          <Button variant="outlined" disabled={cancel.isPending} onClick={onClose}>
            {t('keep')}
          </Button>
          <Button
            variant="contained"
            color="error"
            aria-disabled={cancel.isPending}
            onClick={() => {
              if (cancel.isPending) return
              clear()
              cancel.mutate()
            }}
          >
            {cancel.isPending ? t('cancelling') : t('cancel', { count: bookings.length })}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
})

const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })

const Row = styled('li')(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > label': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gap: '0 12px',
    padding: '10px 0',
    overflowWrap: 'anywhere',
  },
  '& input': { width: 20, height: 20, margin: '2px 0', accentColor: theme.vars.palette.primary.main },
}))

const Facts = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  '& > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '1fr 1.4fr 1fr auto',
    alignItems: 'center',
    gap: '0 16px',
  },
}))

const Tags = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 4 })

const Tag = styled(Badge)(({ theme }) => ({
  padding: '0 9px',
  border: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
}))

type Props = {
  of: FloodGroup
  selection: ReadonlySet<string>
  onSelect: (ids: readonly string[], isSelected: boolean) => void
}

/** Bookings from one network, to be selected one by one, or all new ones. */
function GroupCard({ of: group, selection, onSelect }: Props) {
  const { t } = useTranslation('flood')
  const { bookings, callers } = group
  const fresh = newIn(group).map(({ id }) => id)
  const allSelected = fresh.length > 0 && fresh.every((id) => selection.has(id))
  return (
    <Card aria-label={t('group', { count: bookings.length })}>
      <Head>
        <div>
          <h2>{t('group', { count: bookings.length })}</h2>
          <Hint>{group.group === '' ? t('unknown') : t('callers', { count: callers })}</Hint>
        </div>
        {fresh.length > 0 && (
          <Button variant="outlined" onClick={() => onSelect(fresh, !allSelected)}>
            {allSelected ? t('untick') : t('tick', { count: fresh.length })}
          </Button>
        )}
      </Head>
      <List>
        {bookings.map((booking) => (
          <Row key={booking.id}>
            <label>
              <input
                type="checkbox"
                checked={selection.has(booking.id) && isSelectable(booking)}
                disabled={!isSelectable(booking)}
                onChange={({ currentTarget }) => onSelect([booking.id], currentTarget.checked)}
              />
              <BookingFacts of={booking} />
            </label>
          </Row>
        ))}
      </List>
    </Card>
  )
}

function BookingFacts({ of: booking }: { of: FloodBooking }) {
  const { t } = useTranslation('flood')
  const spoken = useInstants()
  return (
    <Facts>
      <strong>{booking.name}</strong>
      <span>{`${spoken(booking.appointment_date)}, ${locationName(booking.location)}`}</span>
      <span>{t('bookedAt', { at: spoken(booking.at) })}</span>
      <Tags>
        {booking.isKnown && <Tag>{t('known')}</Tag>}
        {booking.status === 'cancelled' && <Tag>{t('cancelled')}</Tag>}
        {booking.marks.map((mark) => (
          <Tag key={mark}>{t(`mark.${mark}`)}</Tag>
        ))}
      </Tags>
    </Facts>
  )
}
