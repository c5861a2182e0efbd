import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Download from 'lucide-react/icons/download'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { exportAppointments } from '../../../api/appointments-export.ts'
import type { AppointmentFilter } from '../../../api/appointments-list.ts'
import { clock } from '../../../clock.ts'
import { messageFor } from '../../../http/message-for.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useClinic } from '../../../use-clinic.ts'
import { useNotices } from '../state/use-notices.ts'

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  // Present while empty, or its text would not be announced; then it takes no room.
  '& > .status': { fontSize: '0.875rem', fontWeight: 600, '&:not(:empty)': { marginInlineEnd: 12 } },
  '& > .status[data-failed=true]': { color: theme.vars.palette.error.main },
  '& > [aria-disabled=true]': {
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    cursor: 'not-allowed',
  },
}))

type Props = {
  filter: AppointmentFilter
  /** Whether there is something to save. A running export continues, under another filter too. */
  isOffered: boolean
}

export function ExportButton({ filter, isOffered }: Props) {
  const clinic = useClinic()
  const { t } = useTranslation('appointments')
  const [running, setRunning] = useState<AbortController | null>(null)
  const [status, setStatus] = useState<{ failed: boolean; text: string } | null>(null)
  /** Received, in tenths of a megabyte. */
  const [tenths, setTenths] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const notify = useNotices()
  const standing = useDisabledReason()
  // The list is there to be read first; its bar has the height of the button from the start.
  const isShown = useDeferredValue(isOffered, false)
  const disabledReason = running ? null : standing
  const reasonId = useId()
  // Leaving the page or signing out aborts the export.
  useEffect(() => () => running?.abort(), [running])

  async function start() {
    if (running) return
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    const controller = new AbortController()
    setRunning(controller)
    setStatus(null)
    setTenths(0)
    try {
      const file = await exportAppointments(filter, {
        signal: controller.signal,
        onProgress: (bytes) => setTenths(Math.floor(bytes / 1e5)),
      })
      saveFile(`appointments-${filter.location}-${clinicDate(clock.now(), clinic.timeZone)}.csv`, file)
      setStatus({ failed: false, text: t('export.done') })
    } catch (error) {
      if (!controller.signal.aborted) setStatus({ failed: true, text: messageFor(error, t('export.failed')) })
    } finally {
      setRunning(null)
    }
  }
  const cancel = () => {
    running?.abort()
    button.current?.focus()
  }

  return (
    <Line data-first={1}>
      <span className="status" role={status?.failed ? 'alert' : 'status'} data-failed={status?.failed}>
        {status?.text}
      </span>
      {running && <Button onClick={cancel}>{t('export.cancel')}</Button>}
      {(isShown || running) && (
        <Button
          ref={button}
          variant="text"
          // Not `disabled`: the focus would be lost.
          aria-disabled={running !== null || disabledReason !== null}
          aria-describedby={disabledReason ? reasonId : undefined}
          title={disabledReason ? t(`actions.${disabledReason}`) : undefined}
          startIcon={<Download size={18} aria-hidden="true" />}
          onClick={() => void start()}
        >
          {running ? t('export.busy', { size: (tenths / 10).toFixed(1) }) : t('export.start')}
        </Button>
      )}
      {disabledReason && (
        <span id={reasonId} hidden>
          {t(`actions.${disabledReason}`)}
        </span>
      )}
    </Line>
  )
}
