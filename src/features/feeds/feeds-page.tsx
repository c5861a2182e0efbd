import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../contract/feeds.ts'
import { Hint } from '../../ui/card.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { FeedList } from './feed-list.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: '16px 24px',
})

const Intro = styled('div')({ maxWidth: 720, '& > h1 + p': { marginTop: 8 } })

type Open = { kind: 'make' } | { kind: 'revoke'; feed: FeedRow }

/** /feeds: the addresses by which calendar programs read the visits of a location or of a doctor. */
export function FeedsPage() {
  const { t } = useTranslation('feeds')
  useFreshStatus()
  const { clear } = useMessages()
  const disabled = useDisabledWithout()
  const [open, setOpen] = useState<Open | null>(null)
  const ask = (next: Open) => {
    clear()
    setOpen(next)
  }
  const close = () => setOpen(null)
  return (
    <Page>
      <Head>
        <Intro>
          <h1>{t('title')}</h1>
          <Hint>{t('intro')}</Hint>
        </Intro>
        <Button variant="contained" {...disabled} onClick={() => disabled || ask({ kind: 'make' })}>
          {t('make.open')}
        </Button>
      </Head>
      <StatusAlert />
      <NeedsConnection />
      <FeedList onRevoke={(feed) => ask({ kind: 'revoke', feed })} />
      {open?.kind === 'make' && <MakeDialog onClose={close} />}
      {open?.kind === 'revoke' && <RevokeDialog feed={open.feed} onClose={close} />}
    </Page>
  )
}
