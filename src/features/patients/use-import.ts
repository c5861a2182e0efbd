import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_BYTES_LIMIT, type ImportReport } from '../../../contract/patients.ts'
import { importedBefore, importPatients } from '../../api/patients.ts'
import { messageFor } from '../../http/message-for.ts'

export type ImportState =
  | { kind: 'waiting' }
  | { kind: 'running'; dryRun: boolean; sent: number }
  | { kind: 'done'; report: ImportReport }
  /** `report`: what was stored before the failure; null: nothing, or unknown. */
  | { kind: 'failed'; message: string; report: ImportReport | null }
  | { kind: 'cancelled'; dryRun: boolean }

/** One upload at a time. */
export function useImport() {
  const { t } = useTranslation('patients')
  const [state, setState] = useState<ImportState>({ kind: 'waiting' })
  const running = useRef<AbortController | null>(null)
  // Leaving the page or signing out aborts it.
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File, { dryRun, otherNames }: { dryRun: boolean; otherNames: boolean }) {
    if (running.current) return
    if (file.size > IMPORT_BYTES_LIMIT) {
      const message = t('tooLarge', { most: IMPORT_BYTES_LIMIT / 1024 / 1024 })
      setState({ kind: 'failed', message, report: null })
      return
    }
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const onProgress = (sent: number) => {
      if (!signal.aborted) setState({ kind: 'running', dryRun, sent })
    }
    onProgress(0)
    try {
      const report = await importPatients(file, { dryRun, otherNames, signal, onProgress })
      setState({ kind: 'done', report })
    } catch (error) {
      if (signal.aborted) setState({ kind: 'cancelled', dryRun })
      else {
        const message = messageFor(error, t(dryRun ? 'checkFailed' : 'importFailed'))
        setState({ kind: 'failed', message, report: importedBefore(error) })
      }
    } finally {
      running.current = null
    }
  }

  return {
    state,
    start,
    cancel: () => running.current?.abort(),
    reset: () => setState({ kind: 'waiting' }),
  }
}
