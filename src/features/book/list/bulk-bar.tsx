import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { type AppointmentFilter, appointmentQueries, firstPending } from '../../../api/appointments-list.ts'
import { messageFor } from '../../../http/message-for.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { unseen } from '../../../theme/unseen.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import type { Outcome } from '../state/changes.ts'
import { focusBack } from '../state/focus-back.ts'
import { useChanges } from '../state/use-changes.ts'
import { useNaming } from '../state/use-naming.ts'
import { useNotices } from '../state/use-notices.ts'
import { type Confirmed, confirmAll } from './confirm-all.ts'
import { NO_SELECTION, selectedRows, selectionAfter, selectionAtom, withRows } from './selection.ts'

/** Maximum of a selection: confirming 200 takes about a minute, and raises no alarm about a leak of records. */
const MOST = 200
/** Number of times that a screen reader announces the progress. */
const PARTS_SAID = 4

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '8px 12px 8px 16px',
  border: `1px solid ${theme.vars.palette.primary.main}`,
  borderRadius: 10,
  fontSize: '0.875rem',
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[4],
  '& > .said': { flex: '1 1 72px', fontWeight: 600 },
  '& > progress': { flex: '1 0 100%', width: '100%', accentColor: theme.vars.palette.primary.main },
  // Of two hundred that failed the list stays in view.
  '& > ul': {
    flex: '1 0 100%',
    maxHeight: '30vh',
    overflowY: 'auto',
    margin: 0,
    paddingInlineStart: 20,
    color: theme.vars.palette.error.main,
  },
}))
const Said = styled('span')({ '&.unseen': unseen })

type Props = { filter: AppointmentFilter; rows: readonly Appointment[] }

/** Actions on the selected rows. It closes when all are confirmed; those that cannot be stay, with the reason. */
export function BulkBar({ filter, rows }: Props) {
  const { t } = useTranslation('appointments')
  const changes = useChanges()
  const notify = useNotices()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const [selection, setSelection] = useAtom(selectionAtom)
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null)
  const [ended, setEnded] = useState<Confirmed | null>(null)
  const [selecting, setSelecting] = useState<'no' | 'now' | 'failed'>('no')
  const bar = useRef<HTMLElement>(null)
  const disabledReason = useDisabledReason()
  const selected = selectedRows(selection, rows)
  const { data: pending } = useQuery({
    ...appointmentQueries.pending(staffId, filter),
    enabled: running === null && disabledReason === null,
  })
  const isBusy = running !== null || selecting === 'now'

  const close = () => {
    if (bar.current?.contains(document.activeElement)) focusBack(null)
    setSelection(NO_SELECTION)
  }
  async function selectAll() {
    if (isBusy || disabledReason) return
    setSelecting('now')
    try {
      const all = await firstPending(filter, MOST)
      setEnded(null)
      // The selection was cleared or the page left meanwhile.
      if (bar.current) setSelection(withRows(NO_SELECTION, all, true))
      setSelecting('no')
    } catch {
      setSelecting('failed')
    }
  }
  async function confirm() {
    if (isBusy || disabledReason || selected.length === 0) return
    const total = selected.length
    setEnded(null)
    setRunning({ done: 0, total })
    const result = await confirmAll(changes, selected, (done) => setRunning({ done, total }))
    setRunning(null)
    setSelection((before) => selectionAfter(before, result))
    if (result.confirmed.length < total) {
      setEnded(result)
      return bar.current?.focus()
    }
    notify({ kind: 'confirmedAll', count: total })
    if (bar.current?.contains(document.activeElement)) focusBack(null)
  }
  // Others have changed all that was selected.
  const isOver = running === null && ended === null && selected.length === 0
  useEffect(() => {
    if (isOver) setSelection(NO_SELECTION)
  }, [isOver, setSelection])

  const said = () => {
    if (running) {
      // Announced at each quarter, not at each appointment.
      const { done, total } = running
      const number = Math.floor((Math.floor((done / total) * PARTS_SAID) / PARTS_SAID) * total)
      return t('list.busy', { number, total })
    }
    if (selecting === 'now') return t('list.selecting')
    if (selecting === 'failed') return t('list.notSelected')
    if (!ended) return t('list.ticked', { number: selected.length })
    return t('list.notConfirmed', { number: ended.confirmed.length, failed: ended.failed.length })
  }
  const isStopped = isBusy || disabledReason !== null
  const all = pending?.total ?? 0
  return (
    <Bar ref={bar} tabIndex={-1} aria-label={t('list.tick')}>
      {running && (
        <>
          <span className="said" aria-hidden="true">
            {t('list.busy', { number: running.done, total: running.total })}
          </span>
          <progress aria-label={t('list.progress')} value={running.done} max={running.total} />
        </>
      )}
      <Said role="status" className={running ? 'unseen' : 'said'}>
        {said()}
      </Said>
      {!running && all > selected.length && selected.length < MOST && (
        <Button variant="text" aria-disabled={isStopped} onClick={() => void selectAll()}>
          {all > MOST
            ? t('list.tickFirst', { number: MOST, total: all })
            : t('list.tickAllOf', { number: all })}
        </Button>
      )}
      {(running || selected.length > 0) && (
        <Button
          variant="contained"
          startIcon={<Check size={18} aria-hidden="true" />}
          // Not `disabled`: the focus would be lost.
          aria-disabled={isStopped}
          title={disabledReason ? t(`actions.${disabledReason}`) : undefined}
          onClick={() => void confirm()}
        >
          {t('list.confirm', { number: running?.total ?? selected.length })}
        </Button>
      )}
      <Button variant="text" aria-disabled={isBusy} onClick={() => !isBusy && close()}>
        {t('list.untick')}
      </Button>
      {ended && ended.failed.length > 0 && <FailedList outcomes={ended.failed} />}
    </Bar>
  )
}

/** Appointments that could not be confirmed, each with the reason. */
function FailedList({ outcomes }: { outcomes: Confirmed['failed'] }) {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  const why = (outcome: Outcome) => {
    if (outcome.kind === 'overtaken') {
      const { status, visit } = outcome.row
      if (status === 'open') return t('list.changed')
      return t('list.overtaken', { state: t(`state.${status === 'cancelled' ? status : (visit ?? status)}`) })
    }
    if (outcome.kind !== 'failed') return ''
    return isUnanswered(outcome.error) ? t('list.unanswered') : messageFor(outcome.error, t('notice.why'))
  }
  return (
    <ul>
      {outcomes.map((outcome) => (
        <li key={outcome.row.id}>
          {naming(outcome.row)}: {why(outcome)}
        </li>
      ))}
    </ul>
  )
}
