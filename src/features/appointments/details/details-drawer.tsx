import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { DialogMessages } from '../../../ui/dialog-body.tsx'
import { patientName } from '../actions/appointment-words.ts'
import { UndoBar } from '../actions/undo-bar.tsx'
import { DetailsActions } from './details-actions.tsx'
import { DetailsBones, DetailsFailed } from './details-instead.tsx'
import { DetailsParts } from './details-parts.tsx'

const WIDE_PX = 480

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100%' })

const bar = { display: 'flex', padding: '8px 8px 8px 20px', gap: 12, zIndex: 1 } as const

const Head = styled('header')(({ theme }) => ({
  ...bar,
  position: 'sticky',
  top: 0,
  alignItems: 'center',
  justifyContent: 'space-between',
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > h2': { overflowWrap: 'anywhere', minWidth: 0 },
}))

const Body = styled('div')({
  flex: 1,
  display: 'grid',
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  padding: 20,
})

const Foot = styled('footer')(({ theme }) => ({
  ...bar,
  position: 'sticky',
  bottom: 0,
  padding: '12px 20px',
  display: 'grid',
  backgroundColor: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

type Props = {
  /** Null: it is closed. */
  id: string | null
  onClose: () => void
}

/** All that is known of an appointment, at the side of the list; on a phone it takes the whole screen. */
export function DetailsDrawer({ id, onClose }: Props) {
  const { t } = useTranslation('appointments')
  const titleId = useId()
  // While it goes it still shows what it was about.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  useEffect(() => {
    // Where no button had opened it, or that is gone, the page has the focus.
    if (id === null && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [id])
  return (
    <Drawer
      anchor="right"
      open={id !== null}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: WIDE_PX, maxWidth: '100%', outline: 'none', scrollPaddingBlock: '80px 96px' },
        },
        transition: { onExited: () => setShown(null) },
      }}
    >
      {shown !== null && (
        <Frame>
          <Details key={shown} id={shown} titleId={titleId}>
            <IconButton aria-label={t('details.close')} onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Details>
        </Frame>
      )}
    </Drawer>
  )
}

function Details({ id, titleId, children }: { id: string; titleId: string; children: React.ReactNode }) {
  const { t } = useTranslation('appointments')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { data, error, refetch, isFetching } = useQuery(appointmentQueries.details(staffId, id))
  return (
    <>
      <Head>
        <h2 id={titleId}>{data ? patientName(data) : t('details.label')}</h2>
        {children}
      </Head>
      <Body>
        <DialogMessages />
        {error && <DetailsFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <DetailsBones />}
        {data && <DetailsParts of={data} />}
      </Body>
      <Foot>
        <UndoBar />
        {data && <DetailsActions of={data} />}
      </Foot>
    </>
  )
}
