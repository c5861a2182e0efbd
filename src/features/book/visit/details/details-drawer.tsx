import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnanswered } from '../../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../../api/appointments-list.ts'
import { ApiError } from '../../../../http/api-error.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { DialogMessages } from '../../../../ui/dialog-body.tsx'
import { isNotCached, NotCached } from '../../../../ui/not-cached.tsx'
import { Note, NoteSign } from '../../../../ui/note.tsx'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { patientName } from '../../state/appointment-label.ts'
import { partAround } from '../../state/parts.ts'
import { MessageBar } from '../message-bar.tsx'
import { DetailsActions } from './details-actions.tsx'
import { DetailsParts } from './details-parts.tsx'

const WIDE_PX = 440
/** Narrower screens have a page of it. */
const PAGE_BELOW = '@media (max-width: 699.95px)'

// Only the middle scrolls: every focus would scroll to sticky parts again.
const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' })

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 8px 8px 20px',
  '& > button:first-child': { marginInlineStart: -12 },
  '& > button:last-child': { marginInlineStart: 'auto' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > h2': { overflowWrap: 'anywhere', minWidth: 0 },
}))

const Body = styled('div')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  display: 'grid',
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  padding: '16px 20px',
})

const Foot = styled('footer')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: '12px 20px max(12px, env(safe-area-inset-bottom))',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

type Props = {
  /** Null: closed. */
  id: string | null
  onClose: () => void
  onOther: (id: string) => void
}

/** Id of the appointment whose block is pressed through the drawer's backdrop. */
function blockUnder(event: MouseEvent | KeyboardEvent): string | undefined {
  if (!('clientX' in event)) return undefined
  const under = document.elementsFromPoint(event.clientX, event.clientY)
  return under.map((element) => partAround(element, 'block')?.dataset.row).find(Boolean)
}

export function DetailsDrawer({ id, onClose, onOther }: Props) {
  const titleId = useId()
  // While it closes it still shows its appointment.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  useEffect(() => {
    // Without an opener, or when that is gone, the page gets the focus.
    if (id === null && shown !== null && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [id, shown])
  return (
    <Drawer
      anchor="right"
      open={id !== null}
      // Nothing is dimmed: the book stays readable, and a press on another of its blocks shows that one.
      onClose={(event: MouseEvent | KeyboardEvent) => {
        const other = blockUnder(event)
        if (other && other !== id) onOther(other)
        else onClose()
      }}
      slotProps={{
        backdrop: { invisible: true },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: WIDE_PX, outline: 'none', overflow: 'hidden', [PAGE_BELOW]: { width: '100%' } },
        },
        root: { 'data-visit': '' } as object,
        transition: { onExited: () => setShown(null) },
      }}
    >
      {shown !== null && (
        <Frame>
          <Details key={shown} id={shown} titleId={titleId} onClose={onClose} />
        </Frame>
      )}
    </Drawer>
  )
}

function Details({ id, titleId, onClose }: { id: string; titleId: string; onClose: () => void }) {
  const { t } = useTranslation(['appointments', 'records'])
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { data, error, refetch, isFetching } = useQuery(appointmentQueries.details(staffId, id))
  // Cached details may be read without a connection; the page shows its age at the top.
  const notCached = isNotCached({ data, error }, useDisabledReason())
  const isPage = useMediaQuery(PAGE_BELOW, { noSsr: true })
  const close = (
    <IconButton aria-label={t('records:details.close')} onClick={onClose}>
      {isPage ? <ArrowLeft size={20} aria-hidden="true" /> : <X size={20} aria-hidden="true" />}
    </IconButton>
  )
  return (
    <>
      <Head>
        {isPage && close}
        <h2 id={titleId}>{data ? patientName(data) : t('records:details.label')}</h2>
        {!isPage && close}
      </Head>
      <Body>
        <DialogMessages />
        {notCached && <NotCached onRetry={() => void refetch()} />}
        {error && !isUnanswered(error) && (
          <DetailsFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !error && !notCached && <DetailsSkeleton />}
        {data && <DetailsParts of={data} />}
      </Body>
      <Foot>
        <MessageBar />
        {data && <DetailsActions of={data} />}
      </Foot>
    </>
  )
}

const SkeletonBox = styled('div')({ display: 'grid', gap: 20 })
const LINES = ['when', 'where', 'service', 'patient', 'contact', 'complaint', 'history'] as const

function DetailsSkeleton() {
  const { t } = useTranslation(['appointments', 'records'])
  return (
    <SkeletonBox role="status" aria-label={t('records:details.loading')}>
      {LINES.map((line) => (
        <div key={line}>
          <Skeleton variant="text" width="25%" />
          <Skeleton variant="rounded" width="70%" height={22} />
        </div>
      ))}
    </SkeletonBox>
  )
}

const Problem = styled(Note)({ flexWrap: 'wrap', alignItems: 'center', '& > span': { flex: '1 1 200px' } })

type DetailsSkeletonProps = { error: Error; busy: boolean; onRetry: () => void }

function DetailsFailed({ error, busy, onRetry }: DetailsSkeletonProps) {
  const { t } = useTranslation(['appointments', 'records'])
  const refused = error instanceof ApiError && error.isRefusal
  const missing = error instanceof ApiError && error.status === 404
  return (
    <Problem kind="error" role="alert">
      <NoteSign kind="error" />
      <span>{missing ? t('records:details.missing') : messageFor(error, t('records:details.failed'))}</span>
      {!refused && (
        <Button variant="outlined" color="inherit" aria-disabled={busy} onClick={() => busy || onRetry()}>
          {t('retry')}
        </Button>
      )}
    </Problem>
  )
}
