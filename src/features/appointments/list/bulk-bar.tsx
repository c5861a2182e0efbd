import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtom } from 'jotai'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isUnanswered } from '../../../api/appointments-change.ts'
import { messageFor } from '../../../http/api-error.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import type { Outcome } from '../actions/changes.ts'
import { useChanges } from '../actions/use-changes.ts'
import { useNaming } from '../actions/use-naming.ts'
import { type Confirmed, confirmAll } from './confirm-all.ts'
import { canConfirm, tickOf, ticksAtom } from './ticks.ts'

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
  '& > [role=status]': { flex: '1 1 72px', fontWeight: 600 },
  '& > ul': { flex: '1 0 100%', margin: 0, paddingInlineStart: 20, color: theme.vars.palette.error.main },
}))

type Props = { rows: readonly Appointment[] }

/** What is done with the rows that are ticked. Those that cannot be confirmed stay ticked, with the reason. */
export function BulkBar({ rows }: Props) {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  const changes = useChanges()
  const [ticks, setTicks] = useAtom(ticksAtom)
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null)
  const [ended, setEnded] = useState<Confirmed | null>(null)
  const disabledReason = useDisabledReason()
  const ticked = rows.filter((row) => ticks.has(tickOf(row)) && canConfirm(row))

  async function confirm() {
    if (running || disabledReason || ticked.length === 0) return
    const total = ticked.length
    setEnded(null)
    setRunning({ done: 0, total })
    const result = await confirmAll(changes, ticked, (done) => setRunning({ done, total }))
    setRunning(null)
    setEnded(result)
    const confirmed = new Set(result.confirmed.map(({ before }) => tickOf(before)))
    setTicks((before) => new Set([...before].filter((tick) => !confirmed.has(tick))))
  }
  const why = (outcome: Outcome) => {
    if (outcome.kind === 'overtaken') {
      const { status, visit } = outcome.row
      return t('list.overtaken', { state: t(`state.${status === 'cancelled' ? status : (visit ?? status)}`) })
    }
    if (outcome.kind !== 'failed') return ''
    return isUnanswered(outcome.error) ? t('list.unanswered') : messageFor(outcome.error, t('notice.why'))
  }
  const said = () => {
    if (running) return t('list.busy', { number: running.done, total: running.total })
    if (!ended) return t('list.ticked', { number: ticked.length })
    const [number, failed] = [ended.confirmed.length, ended.failed.length]
    return failed === 0 ? t('list.confirmed', { number }) : t('list.notConfirmed', { number, failed })
  }
  const isStopped = running !== null || disabledReason !== null || ticked.length === 0
  return (
    <Bar aria-label={t('list.tick')}>
      <span role="status">{said()}</span>
      <Button
        variant="contained"
        startIcon={<Check size={18} aria-hidden="true" />}
        // Not `disabled`: the focus would be lost.
        aria-disabled={isStopped}
        title={disabledReason ? t(`actions.${disabledReason}`) : undefined}
        onClick={() => void confirm()}
      >
        {t('list.confirm', { number: ticked.length })}
      </Button>
      <Button
        variant="text"
        aria-disabled={running !== null}
        onClick={() => {
          if (!running) setTicks(new Set<string>())
        }}
      >
        {t('list.untick')}
      </Button>
      {ended && ended.failed.length > 0 && (
        <ul>
          {ended.failed.map((outcome) => (
            <li key={outcome.row.id}>
              {naming(outcome.row)}: {why(outcome)}
            </li>
          ))}
        </ul>
      )}
    </Bar>
  )
}
