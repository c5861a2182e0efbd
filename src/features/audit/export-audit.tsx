import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditFilter } from '../../../contract/audit.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { exportAudit } from '../../api/audit.ts'
import { clock } from '../../clock.ts'
import { messageFor } from '../../http/message-for.ts'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useClinic } from '../../use-clinic.ts'

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  fontSize: '0.875rem',
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** Saves the entries of a filter as a file, which is an entry too. */
export function ExportAudit({ filter }: { filter: AuditFilter }) {
  const clinic = useClinic()
  const { t } = useTranslation('audit')
  const [running, setRunning] = useState<AbortController | null>(null)
  const [status, setStatus] = useState('')
  const disabled = useDisabledWithout()
  // Leaving the page or signing out aborts the export.
  useEffect(() => () => running?.abort(), [running])

  async function start() {
    if (running || disabled) return
    const controller = new AbortController()
    setRunning(controller)
    setStatus('')
    try {
      const file = await exportAudit(filter, { signal: controller.signal, onProgress: () => {} })
      saveFile(`audit-${clinicDate(clock.now(), clinic.timeZone)}.csv`, file)
      setStatus(t('exported'))
    } catch (error) {
      if (!controller.signal.aborted) setStatus(messageFor(error, t('exportFailed')))
    } finally {
      setRunning(null)
    }
  }

  return (
    <Line>
      <span role="status">{status}</span>
      <Button
        variant="outlined"
        startIcon={<Download size={18} aria-hidden="true" />}
        {...disabled}
        // Not `disabled`: the focus would be lost.
        aria-disabled={running !== null || Boolean(disabled)}
        onClick={() => void start()}
      >
        {running ? t('exporting') : t('export')}
      </Button>
    </Line>
  )
}
