import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { floodQueries } from '../../api/flood.ts'
import { messageFor } from '../../http/message-for.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Hint } from '../../ui/card.tsx'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { Intro, Page } from '../../ui/page-parts.ts'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { GroupCard } from './group-card.tsx'
import { chosen, ticked } from './ticks.ts'

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
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, isPending } = useQuery(floodQueries.recent(adminId, hours))
  const groups = data?.groups ?? []
  const bookings = chosen(groups, ticks)

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
          ticks={ticks}
          onTick={(ids, isTicked) => setTicks(ticked(ticks, ids, isTicked))}
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
