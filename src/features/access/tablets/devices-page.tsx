import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../ui/card.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { NeedsConnection } from '../../../ui/needs-connection.tsx'
import { OwnPinDialog } from '../../../ui/own-pin/own-pin-dialog.tsx'
import { type ThisTablet, useThisTablet } from '../../../ui/own-pin/use-this-tablet.ts'
import { Intro, Page } from '../../../ui/page-parts.ts'
import { StatusAlert } from '../../../ui/status-alert.tsx'
import { useFreshStatus } from '../../../ui/use-fresh-status.ts'
import { DeviceList } from './device-list.tsx'
import { EndDialog, type Ending } from './end-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { ThisDevice } from './this-device.tsx'

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
      <DeviceList
        ownId={tablet?.id}
        onRevoke={({ id, name }) => ask({ kind: 'end', tablet: { id, name } })}
      />
      {open?.kind === 'setUp' && <SetUpDialog onClose={close} />}
      {open?.kind === 'changePin' && <OwnPinDialog tablet={open.tablet} onClose={close} />}
      {open?.kind === 'end' && <EndDialog tablet={open.tablet} onClose={close} />}
    </Page>
  )
}
