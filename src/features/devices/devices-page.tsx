import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { deviceQueries } from '../../api/devices.ts'
import { messageFor } from '../../http/api-error.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { ListBones } from '../../ui/list-bones.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useAskWhenBack } from '../../ui/needs-connection.tsx'
import { isNotHere } from '../../ui/not-here.tsx'
import { Pager } from '../../ui/pager.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { useWhyNot } from '../../ui/use-why-not.ts'
import { ChangePinDialog } from './change-pin-dialog.tsx'
import { DeviceList } from './device-list.tsx'
import { EndDialog, type Ending } from './end-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { ThisDevice } from './this-device.tsx'
import { type ThisTablet, useThisTablet } from './use-this-tablet.ts'

const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

const Intro = styled('div')({ maxWidth: 720, '& > h1 + p': { marginTop: 8 } })

type Open = { kind: 'setUp' } | { kind: 'changePin'; tablet: ThisTablet } | { kind: 'end'; tablet: Ending }

/** /devices: the reception tablets, and whether this browser is one; for admins. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  useFreshStatus()
  const { clear } = useMessages()
  const tablet = useThisTablet()
  const [open, setOpen] = useState<Open | null>(null)
  const ask = (next: Open) => {
    // The dialog shows the messages of what is done in it; what was done before is not its matter.
    clear()
    setOpen(next)
  }
  const close = () => setOpen(null)
  return (
    <Page>
      <Intro>
        <h1>{t('title')}</h1>
        <Hint>{t('intro')}</Hint>
      </Intro>
      <StatusAlert />
      {tablet !== undefined && (
        <ThisDevice
          tablet={tablet}
          onSetUp={() => ask({ kind: 'setUp' })}
          onChangePin={(tablet) => ask({ kind: 'changePin', tablet })}
          onStop={(tablet) => ask({ kind: 'end', tablet })}
        />
      )}
      <h2>{t('all')}</h2>
      <NeedsConnection />
      <Devices ownId={tablet?.id} onRevoke={({ id, name }) => ask({ kind: 'end', tablet: { id, name } })} />
      {open?.kind === 'setUp' && <SetUpDialog onClose={close} />}
      {open?.kind === 'changePin' && <ChangePinDialog tablet={open.tablet} onClose={close} />}
      {open?.kind === 'end' && <EndDialog tablet={open.tablet} onClose={close} />}
    </Page>
  )
}

type DevicesProps = { ownId: string | undefined; onRevoke: (device: Ending) => void }

/** The list in each of its states. */
function Devices({ ownId, onRevoke }: DevicesProps) {
  const { t } = useTranslation('devices')
  const user = useAtomValue(authUserAtom)
  const navigate = useNavigate()
  const { search } = useLocation()
  const page = Math.max(1, Math.floor(Number(new URLSearchParams(search).get('page'))) || 1)
  const open = (next: number) => {
    navigate(next === 1 ? paths.devices() : `${paths.devices()}?page=${next}`)
    scrollTo(0, 0)
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(deviceQueries.list(user?.id ?? '', page))

  const whyNot = useWhyNot()
  useAskWhenBack(() => void refetch())

  if (whyNot && isNotHere({ data, error }, whyNot)) return null
  if (!data && error) {
    return (
      <Card role="alert">
        <p>{messageFor(error, t('failed'))}</p>
        <div>
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      </Card>
    )
  }
  if (!data) return <ListBones label={t('loading')} />
  if (data.paging.total === 0) {
    return (
      <Card>
        <p>{t('empty')}</p>
      </Card>
    )
  }
  const pages = data.paging.totalPages
  return (
    <>
      <DeviceList rows={data.data} ownId={ownId} onRevoke={onRevoke} />
      {(pages > 1 || page > 1) && (
        <Pager
          label={t('pager.label')}
          words={{
            previous: t('pager.previous'),
            next: t('pager.next'),
            position: t('pager.page', { page, pages }),
          }}
          page={page}
          totalPages={pages}
          busy={isPlaceholderData}
          onOpen={open}
        />
      )}
    </>
  )
}
